package io.tenure.bench.load.grpc;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The client's end of one gRPC call at a time; it may be used again when that has ended. */
public final class GrpcCall {
  private static final int MESSAGE_HEAD = 5;

  /** Hears what comes back. */
  public interface Listener {
    /** A message has come. */
    void message(ProtoReader message);

    /** The call is over; {@code ok} when the server ended it after at least one message. */
    void ended(boolean ok);
  }

  private final Listener listener;
  private byte[] buffer = new byte[512];
  private int filled;
  private boolean gotMessage;

  /** Number of the stream, for the connection. */
  int stream;

  public GrpcCall(Listener listener) {
    this.listener = listener;
  }

  void started(int newStream) {
    stream = newStream;
    filled = 0;
    gotMessage = false;
  }

  void received(ByteBuffer payload) {
    int length = payload.remaining();
    if (buffer.length - filled < length) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, filled + length));
    }
    payload.get(buffer, filled, length);
    filled += length;
    int at = 0;
    while (filled - at >= MESSAGE_HEAD) {
      int end = at + MESSAGE_HEAD + ByteBuffer.wrap(buffer).getInt(at + 1);
      if (end > filled) {
        break;
      }
      gotMessage = true;
      listener.message(new ProtoReader(buffer, at + MESSAGE_HEAD, end));
      at = end;
    }
    System.arraycopy(buffer, at, buffer, 0, filled - at);
    filled -= at;
  }

  void ended(boolean cleanly) {
    listener.ended(cleanly && gotMessage);
  }
}
