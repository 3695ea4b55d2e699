package io.tenure.store;

import static java.util.Objects.requireNonNull;

import io.tenure.codec.ByteWriter;
import java.util.EnumMap;
import java.util.Map;

/**
 * Writes that happen together, collected in RocksDB's own format for them: so all of them reach it
 * in one call instead of one call each. {@code BatchTest} holds the format against RocksDB's
 * reader.
 *
 * <pre>
 *   batch  = 8 bytes for RocksDB, 4 bytes number of writes (lowest first), writes
 *   put    = 5, family, length, key, length, value      (1 and no family for the default one)
 *   delete = 4, family, length, key                     (0 and no family for the default one)
 * </pre>
 */
final class RecordBatch {

  private static final int HEAD_SIZE = 12;
  private static final int COUNT_OFFSET = 8;
  private static final int DELETE = 0;
  private static final int PUT = 1;
  private static final int WITH_FAMILY = 4;

  /** Room above this is not kept after an unusually large batch. */
  private static final int KEPT_SIZE = 4 << 20;

  private static final int USUAL_SIZE = 64 << 10;

  private final Map<Family, Integer> families = new EnumMap<>(Family.class);
  private ByteWriter bytes = new ByteWriter(USUAL_SIZE);
  private int count;

  RecordBatch(Database database) {
    for (Family family : Family.values()) {
      families.put(family, database.number(family));
    }
    clear();
  }

  void clear() {
    if (bytes.size() > KEPT_SIZE) {
      bytes = new ByteWriter(USUAL_SIZE);
    }
    bytes.clear();
    bytes.writeRaw(new byte[HEAD_SIZE], 0, HEAD_SIZE);
    count = 0;
  }

  void put(Family family, long key, ByteWriter value) {
    start(PUT, family);
    writeKey(key);
    bytes.writeBytes(value);
  }

  void put(Family family, ByteWriter key, ByteWriter value) {
    start(PUT, family);
    bytes.writeBytes(key);
    bytes.writeBytes(value);
  }

  void delete(Family family, long key) {
    start(DELETE, family);
    writeKey(key);
  }

  void delete(Family family, ByteWriter key) {
    start(DELETE, family);
    bytes.writeBytes(key);
  }

  byte[] toByteArray() {
    byte[] batch = bytes.toByteArray();
    for (int i = 0; i < Integer.BYTES; i++) {
      batch[COUNT_OFFSET + i] = (byte) (count >>> (Byte.SIZE * i));
    }
    return batch;
  }

  private void start(int type, Family family) {
    count++;
    int number = requireNonNull(families.get(family));
    if (number == 0) {
      bytes.writeByte(type);
    } else {
      bytes.writeByte(type + WITH_FAMILY);
      bytes.writeVarint(number);
    }
  }

  private void writeKey(long key) {
    bytes.writeVarint(Long.BYTES);
    bytes.writeLong(key);
  }
}
