package io.tenure.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Appends values to an array that grows. Small numbers take few bytes: seven bits in each, the
 * lowest first. Not thread-safe.
 */
public final class ByteWriter {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final int MAX_VARINT = 10;

  private byte[] bytes;
  private int size;

  public ByteWriter(int capacity) {
    bytes = new byte[capacity];
  }

  public int size() {
    return size;
  }

  /** Forgets what was written, and keeps the room for it. */
  public ByteWriter clear() {
    size = 0;
    return this;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  public void writeByte(int value) {
    ensure(1);
    bytes[size++] = (byte) value;
  }

  public void writeBoolean(boolean value) {
    writeByte(value ? 1 : 0);
  }

  /** Best for what is rarely negative: a negative number takes ten bytes. */
  public void writeVarint(long value) {
    ensure(MAX_VARINT);
    byte[] to = bytes;
    int at = size;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      to[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    to[at++] = (byte) rest;
    size = at;
  }

  /** Best for what may be negative as well as positive, but is near to zero. */
  public void writeZigzag(long value) {
    writeVarint((value << 1) ^ (value >> 63));
  }

  /** Eight bytes, the highest first, so that non-negative numbers sort as their bytes do. */
  public void writeLong(long value) {
    ensure(Long.BYTES);
    LONG.set(bytes, size, value);
    size += Long.BYTES;
  }

  /** A text with its length. */
  public void writeText(String text) {
    int length = text.length();
    int start = size;
    writeVarint(length);
    ensure(length);
    byte[] to = bytes;
    int at = size;
    for (int i = 0; i < length; i++) {
      char each = text.charAt(i);
      if (each >= 0x80) {
        size = start;
        writeBytes(Utf8.encode(text));
        return;
      }
      to[at++] = (byte) each;
    }
    size = at;
  }

  /** Bytes with their number. */
  public void writeBytes(byte[] value) {
    writeVarint(value.length);
    writeRaw(value, 0, value.length);
  }

  /** What the other has written, with its length. */
  public void writeBytes(ByteWriter value) {
    writeVarint(value.size);
    writeRaw(value.bytes, 0, value.size);
  }

  /** Bytes without their number. */
  public void writeRaw(byte[] from, int offset, int length) {
    ensure(length);
    System.arraycopy(from, offset, bytes, size, length);
    size += length;
  }

  private void ensure(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), 2 * bytes.length));
    }
  }
}
