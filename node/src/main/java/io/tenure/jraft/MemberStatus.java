package io.tenure.jraft;

import io.tenure.codec.ByteReader;
import io.tenure.codec.ByteWriter;
import io.tenure.kernel.Level;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How one member sees itself.
 *
 * @param leader the raft address of the leader that it knows; empty if it knows none
 * @param digest the digest of its state at the applied index
 * @param digests its digests at some earlier indexes
 * @param level the newest level that it knows; see {@link Level}
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
    int level) {

  byte[] encode() {
    ByteWriter to = new ByteWriter(256);
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
    to.writeVarint(level);
    return to.toByteArray();
  }

  static MemberStatus decode(byte[] bytes) {
    ByteReader from = ByteReader.of(bytes);
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
        from.remaining() == 0 ? Level.FIRST : from.readInt());
  }

  private static NavigableMap<Long, Long> decodeDigests(ByteReader from) {
    NavigableMap<Long, Long> digests = new TreeMap<>();
    for (int left = from.readCount(); left > 0; left--) {
      digests.put(from.readVarint(), from.readLong());
    }
    return digests;
  }
}
