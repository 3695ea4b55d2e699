package io.tenure.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what a {@link ByteWriter} has written. It copies what it returns, so the bytes may be
 * reused afterwards. Not thread-safe.
 */
public final class ByteReader {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final char REPLACEMENT = '\uFFFD';

  private final byte[] bytes;
  private final int limit;
  private int position;

  private ByteReader(byte[] bytes, int position, int limit) {
    this.bytes = bytes;
    this.position = position;
    this.limit = limit;
  }

  public static ByteReader of(byte[] bytes) {
    return new ByteReader(bytes, 0, bytes.length);
  }

  /** Reads what remains in the buffer; its position and limit stay as they are. */
  public static ByteReader of(ByteBuffer buffer) {
    if (buffer.hasArray()) {
      int start = buffer.arrayOffset() + buffer.position();
      return new ByteReader(buffer.array(), start, start + buffer.remaining());
    }
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return of(copy);
  }

  public int remaining() {
    return limit - position;
  }

  /** Insists that everything was read. */
  public void requireEnd(String what) {
    if (position != limit) {
      throw new CodecException(remaining() + " bytes too many after " + what);
    }
  }

  public int readByte() {
    require(1);
    return bytes[position++] & 0xFF;
  }

  public boolean readBoolean() {
    int value = readByte();
    if (value > 1) {
      throw new CodecException("neither true nor false: " + value);
    }
    return value == 1;
  }

  public long readVarint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      require(1);
      byte each = bytes[position++];
      value |= (each & 0x7FL) << shift;
      if (each >= 0) {
        return value;
      }
    }
    throw new CodecException("a number of more than ten bytes");
  }

  public int readInt() {
    long value = readVarint();
    if ((int) value != value) {
      throw new CodecException("a number is too large: " + value);
    }
    return (int) value;
  }

  public long readZigzag() {
    long value = readVarint();
    return (value >>> 1) ^ -(value & 1);
  }

  public long readLong() {
    require(Long.BYTES);
    long value = (long) LONG.get(bytes, position);
    position += Long.BYTES;
    return value;
  }

  public String readText() {
    int length = readLength();
    String text = new String(bytes, position, length, StandardCharsets.UTF_8);
    // Only ASCII has as many letters as bytes, unless a damaged byte was replaced.
    if (text.length() != length || text.indexOf(REPLACEMENT) >= 0) {
      text = Utf8.decode(bytes, position, position + length);
    }
    position += length;
    return text;
  }

  public byte[] readBytes() {
    int length = readLength();
    byte[] value = Arrays.copyOfRange(bytes, position, position + length);
    position += length;
    return value;
  }

  /** Passes over what {@link #readBytes} would return. */
  public void skipBytes() {
    int length = readLength();
    position += length;
  }

  /** The number of things to come, of which each takes at least one byte. */
  public int readCount() {
    return readLength();
  }

  private int readLength() {
    long length = readVarint();
    if (length < 0 || length > remaining()) {
      throw new CodecException("cut short: " + length + " wanted, " + remaining() + " left");
    }
    return (int) length;
  }

  private void require(int wanted) {
    if (limit - position < wanted) {
      throw new CodecException("cut short: " + wanted + " wanted, " + remaining() + " left");
    }
  }
}
