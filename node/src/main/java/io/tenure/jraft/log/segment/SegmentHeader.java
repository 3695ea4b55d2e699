package io.tenure.jraft.log.segment;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * How a segment begins. It is in the file before the file has its name, and never changes.
 *
 * @param number one more than that of the segment that was made before
 * @param base the index of its first record; records of older segments from that index on are void
 * @param salt a random number, which is in every record of the segment
 * @param startsLog whether all records of older segments are void
 */
record SegmentHeader(int number, long base, int salt, boolean startsLog) {

  static final int SIZE = 64;

  private static final long MAGIC = 0x54656e7572654c67L; // "TenureLg"
  private static final int VERSION = 1;
  private static final int USED = 32;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String PREFIX = "segment-";
  private static final int DIGITS = 10;

  static SegmentHeader of(int number, long base, boolean startsLog) {
    return new SegmentHeader(number, base, RANDOM.nextInt() | 1, startsLog);
  }

  String fileName() {
    String digits = Integer.toString(number);
    return PREFIX + "0".repeat(DIGITS - digits.length()) + digits;
  }

  static boolean isFileName(String name) {
    return name.startsWith(PREFIX)
        && name.length() == PREFIX.length() + DIGITS
        && name.chars().skip(PREFIX.length()).allMatch(each -> each >= '0' && each <= '9');
  }

  /** Also of one that is being made. */
  static boolean isOurs(String name) {
    return name.startsWith(PREFIX);
  }

  void put(ByteBuffer target) {
    ByteBuffer header = ByteBuffer.allocate(SIZE);
    header.putLong(MAGIC).putInt(VERSION).putInt(number).putLong(base);
    header.putInt(salt).putInt(startsLog ? 1 : 0).putInt(checksum(header));
    target.put(header.rewind());
  }

  /** The header, if these bytes are one. */
  static Optional<SegmentHeader> get(ByteBuffer bytes) {
    if (bytes.getLong(0) != MAGIC || bytes.getInt(USED) != checksum(bytes)) {
      return Optional.empty();
    }
    ByteBuffer fields = bytes.duplicate().position(Long.BYTES);
    return fields.getInt() == VERSION
        ? Optional.of(
            new SegmentHeader(
                fields.getInt(), fields.getLong(), fields.getInt(), fields.getInt() == 1))
        : Optional.empty();
  }

  private static int checksum(ByteBuffer header) {
    CRC32C checksum = new CRC32C();
    checksum.update(header.duplicate().limit(USED).position(0));
    return (int) checksum.getValue();
  }
}
