package io.tenure.link;

import java.nio.ByteBuffer;

/** The bytes of a message, written once and straight into the buffer that is sent. */
public interface Payload {

  int size();

  /** Writes as many bytes as {@link #size} has said. */
  void writeTo(ByteBuffer to);

  static Payload of(byte[] bytes) {
    return new Payload() {
      @Override
      public int size() {
        return bytes.length;
      }

      @Override
      public void writeTo(ByteBuffer to) {
        to.put(bytes);
      }
    };
  }
}
