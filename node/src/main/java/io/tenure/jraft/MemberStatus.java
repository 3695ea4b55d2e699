package io.tenure.jraft;

import io.tenure.codec.ByteReader;
import io.tenure.codec.ByteWriter;
import io.tenure.codec.CodecException;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How one member sees itself.
 *
 * @param leader the raft address of the leader that it knows; empty if it knows none
 * @param digest the digest of its state at the applied index
 * @param digests its digests at some earlier indexes
 * @param newestLevel the newest level that it knows; see {@link io.tenure.kernel.Level}
 * @param level of the state that it has applied
 */
public record MemberStatus(
    String version,
    String leader,
    boolean leads,
    long term,
    long applied,
    long committed,
    long clusterMicros,
    long digest,
    NavigableMap<Long, Long> digests,
    int newestLevel,
    int level) {

  /**
   * Members of different versions tell each other what they know by this, so a later format may
   * only append to it, and what is appended is not read here.
   */
  private static final int VERSION = 1;

  byte[] encode() {
    ByteWriter to = new ByteWriter(256);
    to.writeByte(VERSION);
    to.writeText(version);
    to.writeText(leader);
    to.writeBoolean(leads);
    to.writeVarint(term);
    to.writeVarint(applied);
    to.writeVarint(committed);
    to.writeVarint(clusterMicros);
    to.writeLong(digest);
    to.writeVarint(digests.size());
    digests.forEach(
        (index, value) -> {
          to.writeVarint(index);
          to.writeLong(value);
        });
    to.writeVarint(newestLevel);
    to.writeVarint(level);
    return to.toByteArray();
  }

  static MemberStatus decode(byte[] bytes) {
    ByteReader from = ByteReader.of(bytes);
    int version = from.readByte();
    if (version < VERSION) {
      throw new CodecException("unknown format version of status: " + version);
    }
    return new MemberStatus(
        from.readText(),
        from.readText(),
        from.readBoolean(),
        from.readVarint(),
        from.readVarint(),
        from.readVarint(),
        from.readVarint(),
        from.readLong(),
        decodeDigests(from),
        from.readInt(),
        from.readInt());
  }

  private static NavigableMap<Long, Long> decodeDigests(ByteReader from) {
    NavigableMap<Long, Long> digests = new TreeMap<>();
    for (int left = from.readCount(); left > 0; left--) {
      digests.put(from.readVarint(), from.readLong());
    }
    return digests;
  }
}
