package io.tenure.jraft.log.segment;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** An entry of any bytes. */
public record TestEntry(long index, long term, List<Byte> payload) implements Entry {

  static TestEntry random(long index, long term, Random random) {
    byte[] bytes = new byte[random.nextInt(5) == 0 ? random.nextInt(300) : 16];
    random.nextBytes(bytes);
    return of(index, term, ByteBuffer.wrap(bytes));
  }

  static TestEntry of(long index, long term, ByteBuffer payload) {
    List<Byte> bytes = new ArrayList<>();
    for (int i = payload.position(); i < payload.limit(); i++) {
      bytes.add(payload.get(i));
    }
    return new TestEntry(index, term, bytes);
  }

  static TestEntry of(StoredRecord record) {
    return of(record.index(), record.term(), record.payload());
  }

  /** Some that come after the last. */
  static List<TestEntry> batch(long last, int count, long term, Random random) {
    List<TestEntry> batch = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      batch.add(random(last + i, term, random));
    }
    return batch;
  }

  @Override
  public int length() {
    return payload.size();
  }

  @Override
  public void writeTo(ByteBuffer target) {
    payload.forEach(target::put);
  }
}
