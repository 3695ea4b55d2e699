package io.tenure.bench.load.grpc;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Writes protobuf messages into one buffer that is used again and again. */
public final class ProtoWriter {
  private static final int VARINT = 0;
  private static final int BYTES = 2;
  private static final int MAX_DEPTH = 8;
  private static final int MAX_NESTED_BYTES = 1 << 14;

  private final int[] starts = new int[MAX_DEPTH];
  private byte[] buffer = new byte[1024];
  private int size;
  private int depth;

  public ProtoWriter clear() {
    size = 0;
    depth = 0;
    return this;
  }

  public ProtoWriter number(int field, long value) {
    varint((long) field << 3 | VARINT);
    varint(value);
    return this;
  }

  public ProtoWriter bytes(int field, byte[] value) {
    varint((long) field << 3 | BYTES);
    varint(value.length);
    room(value.length);
    System.arraycopy(value, 0, buffer, size, value.length);
    size += value.length;
    return this;
  }

  /** Opens a nested message. */
  public ProtoWriter begin(int field) {
    varint((long) field << 3 | BYTES);
    room(2);
    starts[depth++] = size;
    size += 2;
    return this;
  }

  /** Closes a nested message; its length always takes two bytes, which protobuf allows. */
  public ProtoWriter end() {
    int at = starts[--depth];
    int length = size - at - 2;
    if (length >= MAX_NESTED_BYTES) {
      throw new IllegalStateException("a nested message of " + length + " bytes");
    }
    buffer[at] = (byte) ((length & 0x7f) | 0x80);
    buffer[at + 1] = (byte) (length >> 7);
    return this;
  }

  int size() {
    return size;
  }

  void copyTo(ByteBuffer out) {
    out.put(buffer, 0, size);
  }

  private void varint(long value) {
    room(10);
    long left = value;
    while ((left & ~0x7fL) != 0) {
      buffer[size++] = (byte) ((left & 0x7f) | 0x80);
      left >>>= 7;
    }
    buffer[size++] = (byte) left;
  }

  private void room(int bytes) {
    if (buffer.length - size < bytes) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, size + bytes));
    }
  }
}
