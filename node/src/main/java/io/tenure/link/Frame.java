package io.tenure.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.nio.ByteBuffer;

/** The bytes of one message: length, kind, method, the number of the call, payload. */
final class Frame {

  /** What a frame is, with its number on the wire. */
  static final int REQUEST = 1;

  static final int RESPONSE = 2;

  /** Says only that its sender is alive. */
  static final int ALIVE = 3;

  /** More than Raft and we ever send: a batch of entries, or a piece of a snapshot. */
  static final int MAX_BYTES = 16 * 1024 * 1024;

  private static final int LENGTH_BYTES = Integer.BYTES;
  static final int HEAD_BYTES = 1 + 1 + Integer.BYTES;

  private Frame() {}

  static ByteBuf of(ByteBufAllocator allocator, int kind, int method, int id, Payload payload) {
    int size = payload.size();
    if (size > MAX_BYTES - HEAD_BYTES) {
      throw new IllegalArgumentException("a message of " + size + " bytes is too large");
    }
    ByteBuf frame = allocator.directBuffer(LENGTH_BYTES + HEAD_BYTES + size);
    try {
      frame.writeInt(HEAD_BYTES + size).writeByte(kind).writeByte(method).writeInt(id);
      ByteBuffer body = frame.nioBuffer(frame.writerIndex(), size);
      payload.writeTo(body);
      if (body.hasRemaining()) {
        throw new IllegalStateException(body.remaining() + " bytes of a message were not written");
      }
      return frame.writerIndex(frame.writerIndex() + size);
    } catch (RuntimeException | Error fault) {
      frame.release();
      throw fault;
    }
  }

  static ByteBuf alive(ByteBufAllocator allocator) {
    return of(allocator, ALIVE, 0, 0, Payload.of(new byte[0]));
  }

  /** Cuts what comes in into frames; refuses a longer one as soon as it has read its length. */
  static LengthFieldBasedFrameDecoder decoder(int maxBytes) {
    return new LengthFieldBasedFrameDecoder(
        maxBytes + LENGTH_BYTES, 0, LENGTH_BYTES, 0, LENGTH_BYTES);
  }
}
