package io.tenure.codec;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Holder;
import io.tenure.kernel.LeaseVersion;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Proof;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Settings;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;

/** The small values that commands, results and claims are made of. */
final class ValueCodec {

  private static final int BY_CLAIM = 1;
  private static final int BY_HOLDER = 2;
  private static final int BY_VERSION = 3;
  private static final int BY_HOLDER_AND_VERSION = 4;

  private ValueCodec() {}

  static void write(ByteWriter to, Moment moment) {
    to.writeVarint(moment.cluster().micros());
    to.writeZigzag(moment.wallMicros());
  }

  static Moment readMoment(ByteReader from) {
    return new Moment(readTime(from), from.readZigzag());
  }

  static ClusterTime readTime(ByteReader from) {
    return new ClusterTime(from.readVarint());
  }

  static void write(ByteWriter to, Holder holder) {
    to.writeText(holder.name());
    to.writeByte(Codes.of(holder.kind()));
  }

  static Holder readHolder(ByteReader from) {
    return new Holder(from.readText(), Codes.kind(from.readByte()));
  }

  static void write(ByteWriter to, RequestKey key) {
    to.writeLong(key.high());
    to.writeLong(key.low());
    to.writeLong(key.fingerprint());
  }

  static RequestKey readKey(ByteReader from) {
    return new RequestKey(from.readLong(), from.readLong(), from.readLong());
  }

  static void write(ByteWriter to, DeliveryId delivery) {
    to.writeLong(delivery.sender());
    to.writeVarint(delivery.number());
  }

  static DeliveryId readDelivery(ByteReader from) {
    return new DeliveryId(from.readLong(), from.readVarint());
  }

  static ResourceKey readResource(ByteReader from) {
    return new ResourceKey(from.readText());
  }

  static ClaimId readClaimId(ByteReader from) {
    return new ClaimId(from.readVarint());
  }

  static LeaseVersion readVersion(ByteReader from) {
    return new LeaseVersion(from.readVarint());
  }

  static Ttl readTtl(ByteReader from) {
    return new Ttl(from.readVarint());
  }

  static UserData readData(ByteReader from) {
    return UserData.of(from.readBytes());
  }

  static void write(ByteWriter to, Settings settings) {
    to.writeVarint(settings.queueLimit());
    to.writeVarint(settings.liveLimit());
    to.writeVarint(settings.namespaceLimit());
    to.writeVarint(settings.retentionMicros());
    to.writeVarint(settings.retentionLimit());
    to.writeVarint(settings.memoMicros());
    to.writeVarint(settings.memoLimit());
  }

  static Settings readSettings(ByteReader from) {
    return new Settings(
        from.readInt(),
        from.readInt(),
        from.readInt(),
        from.readVarint(),
        from.readInt(),
        from.readVarint(),
        from.readInt());
  }

  static void write(ByteWriter to, Proof proof) {
    if (proof instanceof Proof.ByClaim by) {
      to.writeByte(BY_CLAIM);
      to.writeVarint(by.claim().value());
    } else if (proof instanceof Proof.ByHolder by) {
      to.writeByte(BY_HOLDER);
      write(to, by.holder());
    } else if (proof instanceof Proof.ByVersion by) {
      to.writeByte(BY_VERSION);
      to.writeVarint(by.version().value());
    } else if (proof instanceof Proof.ByHolderAndVersion by) {
      to.writeByte(BY_HOLDER_AND_VERSION);
      write(to, by.holder());
      to.writeVarint(by.version().value());
    } else {
      throw new AssertionError("no codec for " + proof);
    }
  }

  static Proof readProof(ByteReader from) {
    int type = from.readByte();
    return switch (type) {
      case BY_CLAIM -> new Proof.ByClaim(readClaimId(from));
      case BY_HOLDER -> new Proof.ByHolder(readHolder(from));
      case BY_VERSION -> new Proof.ByVersion(readVersion(from));
      case BY_HOLDER_AND_VERSION ->
          new Proof.ByHolderAndVersion(readHolder(from), readVersion(from));
      default -> throw Codes.unknown("proof", type);
    };
  }
}
