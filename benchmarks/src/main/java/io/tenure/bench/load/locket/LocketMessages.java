package io.tenure.bench.load.locket;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tenure.bench.load.grpc.ProtoWriter;

/** The requests about one key, with the field numbers of Locket's .proto file. */
final class LocketMessages {
  static final String LOCK = "/models.Locket/Lock";
  static final String RELEASE = "/models.Locket/Release";
  static final String FETCH = "/models.Locket/Fetch";

  private static final byte[] TYPE = "lock".getBytes(UTF_8);
  private static final int TYPE_CODE = 1;

  private final ProtoWriter writer = new ProtoWriter();
  private final byte[] key;

  LocketMessages(String key) {
    this.key = key.getBytes(UTF_8);
  }

  ProtoWriter lock(long ttlSeconds) {
    writer.clear();
    resource();
    return writer.number(2, ttlSeconds);
  }

  ProtoWriter release() {
    writer.clear();
    resource();
    return writer;
  }

  ProtoWriter fetch() {
    return writer.clear().bytes(1, key);
  }

  /** The owner has the name of its key. */
  private void resource() {
    writer.begin(1).bytes(1, key).bytes(2, key).bytes(4, TYPE).number(5, TYPE_CODE).end();
  }
}
