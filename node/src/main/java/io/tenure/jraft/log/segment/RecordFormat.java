package io.tenure.jraft.log.segment;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * How a record lies in a file: its length, a checksum of all that follows, its index and term, the
 * salt of its segment, its place in the batch that was written with it, and its bytes. Records
 * begin at multiples of eight. Zeros are no record, since no salt is 0, and nobody can make up
 * bytes that are one inside of a record, since nobody knows the salt.
 */
final class RecordFormat {

  static final int HEADER = 32;
  static final int ALIGNMENT = 8;

  private static final int CHECKSUM = 4;
  private static final int INDEX = 8;
  private static final int TERM = 16;
  private static final int SALT = 24;
  private static final int PLACE = 28;

  private RecordFormat() {}

  /** How many bytes a record takes up. */
  static int size(int length) {
    return (HEADER + length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** Writes a record at the buffer's position, which must have room for {@link #size} bytes. */
  static void put(ByteBuffer target, Entry entry, int salt, int place) {
    int begin = target.position();
    int length = entry.length();
    target.putInt(length).putInt(0).putLong(entry.index()).putLong(entry.term());
    target.putInt(salt).putInt(place);
    entry.writeTo(target);
    if (target.position() != begin + HEADER + length) {
      throw new IllegalStateException("an entry has another length than it said");
    }
    target.putInt(begin + CHECKSUM, checksum(target, begin, length));
    while (target.position() < begin + size(length)) {
      target.put((byte) 0);
    }
  }

  /** Whether there is a record at this offset, as it was written to this segment. */
  static boolean isRecord(ByteBuffer bytes, int offset, int salt) {
    if (bytes.limit() - offset < HEADER || bytes.getInt(offset + SALT) != salt) {
      return false;
    }
    int length = bytes.getInt(offset);
    return length >= 0
        && length <= bytes.limit() - offset - HEADER
        && size(length) <= bytes.limit() - offset
        && checksum(bytes, offset, length) == bytes.getInt(offset + CHECKSUM);
  }

  private static int checksum(ByteBuffer bytes, int offset, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.duplicate().limit(offset + HEADER + length).position(offset + INDEX));
    return (int) checksum.getValue();
  }

  static int sizeAt(ByteBuffer bytes, int offset) {
    return size(bytes.getInt(offset));
  }

  static long index(ByteBuffer bytes, int offset) {
    return bytes.getLong(offset + INDEX);
  }

  /** The index of the first record that was written together with this one. */
  static long batch(ByteBuffer bytes, int offset) {
    return index(bytes, offset) - bytes.getInt(offset + PLACE);
  }

  /** The record at this offset; its bytes are those of the buffer. */
  static StoredRecord get(ByteBuffer bytes, int offset) {
    return new StoredRecord(
        index(bytes, offset),
        bytes.getLong(offset + TERM),
        bytes.slice(offset + HEADER, bytes.getInt(offset)));
  }
}
