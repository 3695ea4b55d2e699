package io.tenure.bench.load.grpc;

import java.util.Arrays;

/**
 * Reads one protobuf message field by field: {@link #next} moves to a field, then {@link #number},
 * {@link #bytes} or {@link #message} takes its value; a value that is not taken is skipped.
 */
public final class ProtoReader {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  private final byte[] buffer;
  private final int end;
  private int at;
  private int type;
  private boolean pending;

  public ProtoReader(byte[] buffer, int start, int end) {
    this.buffer = buffer;
    this.at = start;
    this.end = end;
  }

  /** The number of the next field, or 0 at the end. */
  public int next() {
    if (pending) {
      skip();
    }
    if (at >= end) {
      return 0;
    }
    long tag = varint();
    type = (int) tag & 7;
    pending = true;
    return (int) (tag >>> 3);
  }

  public long number() {
    pending = false;
    return varint();
  }

  public byte[] bytes() {
    pending = false;
    int length = (int) varint();
    at += length;
    return Arrays.copyOfRange(buffer, at - length, at);
  }

  public ProtoReader message() {
    pending = false;
    int length = (int) varint();
    at += length;
    return new ProtoReader(buffer, at - length, at);
  }

  /** Moves to the field of that number, skipping others; false when there is none. */
  public boolean find(int field) {
    int found = next();
    while (found != 0 && found != field) {
      found = next();
    }
    return found == field;
  }

  private void skip() {
    pending = false;
    switch (type) {
      case VARINT -> varint();
      case FIXED64 -> at += Long.BYTES;
      case FIXED32 -> at += Integer.BYTES;
      case BYTES -> {
        int length = (int) varint();
        at += length;
      }
      default -> throw new IllegalStateException("protobuf type " + type);
    }
  }

  private long varint() {
    long value = 0;
    int shift = 0;
    byte b;
    do {
      b = buffer[at++];
      value |= (long) (b & 0x7f) << shift;
      shift += 7;
    } while (b < 0);
    return value;
  }
}
