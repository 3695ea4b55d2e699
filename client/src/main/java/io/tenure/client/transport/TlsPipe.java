package io.tenure.client.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/** Bytes through TLS. The engine's longer tasks are done in place: a handshake takes few. */
final class TlsPipe implements Pipe {

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SocketChannel channel;
  private final SSLEngine engine;
  private final ByteBuffer received; // encrypted; to be filled, except within unwrap
  private ByteBuffer toSend = NOTHING; // encrypted; to be drained
  private ByteBuffer plain = NOTHING; // decrypted; to be drained
  private boolean ended;

  TlsPipe(SocketChannel channel, SSLEngine engine) throws IOException {
    this.channel = channel;
    this.engine = engine;
    this.received = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.beginHandshake();
  }

  @Override
  public boolean open() throws IOException {
    while (true) {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> runTasks();
        case NEED_WRAP -> {
          wrap(NOTHING);
          if (!flush()) {
            return false;
          }
        }
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (!unwrap()) {
            if (ended) {
              throw new IOException("the connection ended while TLS was agreed upon");
            }
            return false;
          }
        }
        default -> {
          return flush();
        }
      }
    }
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    while (!plain.hasRemaining()) {
      if (!unwrap()) {
        return ended ? -1 : 0;
      }
      answerTheEngine();
    }
    int count = Math.min(into.remaining(), plain.remaining());
    into.put(plain.slice(plain.position(), count));
    plain.position(plain.position() + count);
    return count;
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    while (from.hasRemaining()) {
      wrap(from);
    }
    flush();
  }

  @Override
  public boolean flush() throws IOException {
    channel.write(toSend);
    return !toSend.hasRemaining();
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask(); task != null; ) {
      task.run();
      task = engine.getDelegatedTask();
    }
  }

  /** After the handshake too, the engine may have something to say, such as new keys. */
  private void answerTheEngine() throws IOException {
    runTasks();
    if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      wrap(NOTHING);
      flush();
    }
  }

  private void wrap(ByteBuffer from) throws IOException {
    ByteBuffer packet = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    SSLEngineResult result = engine.wrap(from, packet);
    if (result.getStatus() == Status.CLOSED && result.bytesProduced() == 0) {
      throw new IOException("the TLS connection is closed");
    }
    packet.flip();
    ByteBuffer both = ByteBuffer.allocate(toSend.remaining() + packet.remaining());
    toSend = both.put(toSend).put(packet).flip();
  }

  /** One step; false if there is nothing more to be had at the moment. */
  private boolean unwrap() throws IOException {
    int count = received.hasRemaining() ? channel.read(received) : 0;
    received.flip();
    ByteBuffer into = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
    SSLEngineResult result = engine.unwrap(received, into);
    received.compact();
    if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
      ended = count < 0;
      return false;
    }
    if (result.getStatus() == Status.BUFFER_OVERFLOW) {
      throw new IOException("a TLS packet is too large");
    }
    plain = into.flip();
    if (result.getStatus() == Status.CLOSED) {
      ended = true;
      return false;
    }
    return true;
  }
}
