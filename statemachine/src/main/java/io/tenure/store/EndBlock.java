package io.tenure.store;

import io.tenure.codec.ByteReader;
import io.tenure.codec.ByteWriter;
import io.tenure.codec.CodecException;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ResourceKey;
import java.util.ArrayList;
import java.util.List;

/** Ends that follow each other, with their bytes: only what was added needs to be encoded. */
final class EndBlock {

  private static final int VERSION = 1;
  private static final int USUAL_SIZE = 1024;

  private final List<End> ends = new ArrayList<>();
  private final ByteWriter bytes = new ByteWriter(USUAL_SIZE);

  EndBlock() {
    bytes.writeByte(VERSION);
  }

  static EndBlock decode(byte[] record) {
    ByteReader from = ByteReader.of(record);
    int version = from.readByte();
    if (version != VERSION) {
      throw new CodecException("unknown format version of ends: " + version);
    }
    EndBlock block = new EndBlock();
    while (from.remaining() > 0) {
      ClaimId id = new ClaimId(block.lastId() + from.readZigzag());
      int kind = from.readByte();
      ResourceKey resource = new ResourceKey(from.readText());
      block.add(new End(id, resource, (kind & 1) != 0, Zone.status(kind >> 1)));
    }
    return block;
  }

  ByteWriter bytes() {
    return bytes;
  }

  int size() {
    return ends.size();
  }

  End get(int place) {
    return ends.get(place);
  }

  void add(End end) {
    bytes.writeZigzag(end.id().value() - lastId());
    bytes.writeByte(Zone.codeOf(end.status()) << 1 | (end.granted() ? 1 : 0));
    bytes.writeText(end.resource().name());
    ends.add(end);
  }

  private long lastId() {
    return ends.isEmpty() ? 0 : ends.get(ends.size() - 1).id().value();
  }
}
