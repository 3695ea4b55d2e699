package io.tenure.store;

import io.tenure.codec.ByteReader;
import io.tenure.codec.ByteWriter;
import io.tenure.codec.CodecException;
import io.tenure.codec.ResultCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Event.DeliveriesKept;
import io.tenure.kernel.KeptDeliveries;
import io.tenure.kernel.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one log entry answered to its deliveries. They stand in one record, because they are kept
 * and forgotten together, and are read only if a delivery comes again. Its key is the entry's
 * index, which is shorter than the key of any other answer.
 */
final class DeliveryRecord {

  static final int KEY_SIZE = Long.BYTES;

  private static final int VERSION = 1;
  private static final int USUAL_RESULT_SIZE = 256;

  private DeliveryRecord() {}

  static void encode(DeliveriesKept event, ByteWriter to) {
    List<DeliveryId> ids = event.kept().ids();
    ByteWriter result = new ByteWriter(USUAL_RESULT_SIZE);
    to.writeByte(VERSION);
    to.writeVarint(event.kept().until().micros());
    to.writeVarint(ids.size());
    for (int i = 0; i < ids.size(); i++) {
      to.writeLong(ids.get(i).sender());
      to.writeVarint(ids.get(i).number());
      ResultCodec.encode(event.answers().get(i), result.clear());
      to.writeBytes(result);
    }
  }

  /** All but the results, which a table does not need. */
  static KeptDeliveries decode(byte[] key, byte[] value) {
    ByteReader from = open(value);
    ClusterTime until = new ClusterTime(from.readVarint());
    int count = from.readCount();
    List<DeliveryId> ids = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ids.add(readId(from));
      from.skipBytes();
    }
    from.requireEnd("deliveries");
    return new KeptDeliveries(RecordKeys.number(key), until, List.copyOf(ids));
  }

  static Optional<Result> resultOf(DeliveryId delivery, byte[] value) {
    ByteReader from = open(value);
    from.readVarint();
    for (int left = from.readCount(); left > 0; left--) {
      if (readId(from).equals(delivery)) {
        return Optional.of(ResultCodec.decode(from.readBytes()));
      }
      from.skipBytes();
    }
    return Optional.empty();
  }

  private static DeliveryId readId(ByteReader from) {
    return new DeliveryId(from.readLong(), from.readVarint());
  }

  private static ByteReader open(byte[] value) {
    ByteReader from = ByteReader.of(value);
    int version = from.readByte();
    if (version != VERSION) {
      throw new CodecException("unknown format version of deliveries: " + version);
    }
    return from;
  }
}
