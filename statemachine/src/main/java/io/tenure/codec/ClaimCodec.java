package io.tenure.codec;

import io.tenure.kernel.Asks;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.FencingToken;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Lease;
import io.tenure.kernel.LeaseVersion;
import io.tenure.kernel.Moment;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;

/**
 * A claim, as a record that stands on its own or within something larger. Its later moments are
 * written as distances from the moment at which it was filed, which makes most of them short.
 */
public final class ClaimCodec {

  private static final int VERSION = 1;

  /** What stands beside the status in the first byte after the version. */
  private static final int STATUS_MASK = 0x0F;

  private static final int HAS_LEASE = 0x10;
  private static final int HAS_END = 0x20;

  /** Only on claims of {@code Level.SECOND} and later. */
  private static final int HAS_ASKS = 0x40;

  private ClaimCodec() {}

  /** Appends a claim that stands on its own. */
  public static void encode(Claim claim, ByteWriter to) {
    to.writeByte(VERSION);
    write(to, claim);
  }

  public static Claim decode(byte[] bytes) {
    return Formats.readWhole(ByteReader.of(bytes), VERSION, "claim", ClaimCodec::read);
  }

  /** The status of a claim that stands on its own, without reading the rest of it. */
  public static ClaimStatus statusOf(byte[] bytes) {
    ByteReader from = ByteReader.of(bytes);
    int version = from.readByte();
    if (version != VERSION) {
      throw Codes.unknown("format version of claim", version);
    }
    return Codes.status(from.readByte() & STATUS_MASK);
  }

  static void write(ByteWriter to, Claim claim) {
    Lease lease = claim.lease();
    Moment ended = claim.ended();
    int first = Codes.of(claim.status());
    first |= lease == null ? 0 : HAS_LEASE;
    first |= ended == null ? 0 : HAS_END;
    Asks asks = claim.asks();
    first |= asks == null ? 0 : HAS_ASKS;
    to.writeByte(first);
    to.writeVarint(claim.id().value());
    to.writeText(claim.resource().name());
    ValueCodec.write(to, claim.holder());
    to.writeVarint(claim.ttl().micros());
    to.writeBytes(claim.data().bytes());
    to.writeText(claim.namespace());
    ValueCodec.write(to, claim.filed());
    if (lease != null) {
      writeLease(to, lease, claim.filed());
    }
    if (ended != null) {
      writeSince(to, claim.filed(), ended);
    }
    if (asks != null) {
      to.writeVarint(asks.last().micros());
      to.writeVarint(asks.longestMicros());
    }
  }

  static Claim read(ByteReader from) {
    int first = from.readByte();
    if ((first & ~(STATUS_MASK | HAS_LEASE | HAS_END | HAS_ASKS)) != 0) {
      throw Codes.unknown("kind of claim", first);
    }
    ClaimStatus status = Codes.status(first & STATUS_MASK);
    ClaimId id = ValueCodec.readClaimId(from);
    ResourceKey resource = ValueCodec.readResource(from);
    Holder holder = ValueCodec.readHolder(from);
    Ttl ttl = ValueCodec.readTtl(from);
    UserData data = ValueCodec.readData(from);
    String namespace = from.readText();
    Moment filed = ValueCodec.readMoment(from);
    Lease lease = (first & HAS_LEASE) == 0 ? null : readLease(from, filed);
    Moment ended = (first & HAS_END) == 0 ? null : readSince(from, filed);
    Asks asks =
        (first & HAS_ASKS) == 0 ? null : new Asks(ValueCodec.readTime(from), from.readVarint());
    return new Claim(id, resource, holder, ttl, data, namespace, filed, status, lease, ended, asks);
  }

  private static void writeLease(ByteWriter to, Lease lease, Moment filed) {
    to.writeVarint(lease.token().value());
    to.writeVarint(lease.version().value());
    writeSince(to, filed, lease.granted());
    writeSince(to, filed, lease.renewed());
    to.writeVarint(lease.renewals());
    to.writeVarint(lease.expiresAt().micros());
  }

  private static Lease readLease(ByteReader from, Moment filed) {
    return new Lease(
        new FencingToken(from.readVarint()),
        new LeaseVersion(from.readVarint()),
        readSince(from, filed),
        readSince(from, filed),
        from.readInt(),
        ValueCodec.readTime(from));
  }

  // Differences may overflow; adding them back overflows the other way, so none is lost.

  private static void writeSince(ByteWriter to, Moment base, Moment moment) {
    to.writeZigzag(moment.cluster().micros() - base.cluster().micros());
    to.writeZigzag(moment.wallMicros() - base.wallMicros());
  }

  private static Moment readSince(ByteReader from, Moment base) {
    return new Moment(
        new ClusterTime(base.cluster().micros() + from.readZigzag()),
        base.wallMicros() + from.readZigzag());
  }
}
