package io.tenure.store;

import io.tenure.codec.ByteReader;
import io.tenure.codec.ByteWriter;
import io.tenure.codec.CodecException;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimStatus;
import java.util.List;
import java.util.Set;

/**
 * Which claims of {@value #SIZE} successive ids have ended, by status, and when the first and the
 * last of them were created. One record that changes once in a write stands for as many index
 * entries as claims ended in it.
 *
 * <p>Times of creation are of the wall clock, which may jump back, so the ids' order tells nothing
 * about them. The bounds only widen until the zone is empty.
 */
final class Zone {

  static final int SIZE = 1024;

  private static final int VERSION = 1;

  /** The place of a status is its number: new ones come last. */
  private static final List<ClaimStatus> STATUSES =
      List.of(
          ClaimStatus.RELEASED,
          ClaimStatus.ABORTED,
          ClaimStatus.EXPIRED,
          ClaimStatus.REVOKED,
          ClaimStatus.WITHDRAWN);

  private static final int WORDS = SIZE / Long.SIZE;

  /** Where a status has no claims, its array may be empty. */
  private final long[][] members = new long[STATUSES.size()][0];

  private int size;
  private long earliest = Long.MAX_VALUE;
  private long latest = Long.MIN_VALUE;

  static long numberOf(long id) {
    return id / SIZE;
  }

  /** The number of a final status on disk. */
  static int codeOf(ClaimStatus status) {
    return STATUSES.indexOf(status);
  }

  static ClaimStatus status(int code) {
    if (code >= STATUSES.size()) {
      throw new CodecException("unknown final status: " + code);
    }
    return STATUSES.get(code);
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(long id, ClaimStatus status, long createdMicros) {
    int place = codeOf(status);
    if (members[place].length == 0) {
      members[place] = new long[WORDS];
    }
    members[place][word(id)] |= 1L << id;
    size++;
    earliest = Math.min(earliest, createdMicros);
    latest = Math.max(latest, createdMicros);
  }

  void remove(long id, ClaimStatus status) {
    members[codeOf(status)][word(id)] &= ~(1L << id);
    size--;
  }

  boolean mayHave(ClaimFilter.Range created) {
    return created.least() <= latest && earliest <= created.most();
  }

  /** One bit for each id of the zone, set for the claims that ended with one of these statuses. */
  long[] membersOf(Set<ClaimStatus> statuses) {
    long[] all = new long[WORDS];
    for (int place = 0; place < members.length; place++) {
      if (statuses.isEmpty() || statuses.contains(STATUSES.get(place))) {
        for (int i = 0; i < members[place].length; i++) {
          all[i] |= members[place][i];
        }
      }
    }
    return all;
  }

  void encode(ByteWriter to) {
    to.writeByte(VERSION);
    to.writeZigzag(earliest);
    to.writeZigzag(latest);
    for (long[] words : members) {
      to.writeVarint(present(words));
      for (long word : words) {
        if (word != 0) {
          to.writeLong(word);
        }
      }
    }
  }

  static Zone decode(byte[] bytes) {
    ByteReader from = ByteReader.of(bytes);
    int version = from.readByte();
    if (version != VERSION) {
      throw new CodecException("unknown format version of zone: " + version);
    }
    Zone zone = new Zone();
    zone.earliest = from.readZigzag();
    zone.latest = from.readZigzag();
    for (int place = 0; place < zone.members.length; place++) {
      zone.members[place] = zone.readWords(from);
    }
    from.requireEnd("zone");
    return zone;
  }

  private long[] readWords(ByteReader from) {
    long present = from.readVarint();
    if (present == 0) {
      return new long[0];
    }
    long[] words = new long[WORDS];
    for (int i = 0; i < WORDS; i++) {
      if ((present >>> i & 1) != 0) {
        words[i] = from.readLong();
        size += Long.bitCount(words[i]);
      }
    }
    return words;
  }

  private static long present(long[] words) {
    long present = 0;
    for (int i = 0; i < words.length; i++) {
      present |= words[i] == 0 ? 0 : 1L << i;
    }
    return present;
  }

  private static int word(long id) {
    return (int) (id % SIZE) / Long.SIZE;
  }
}
