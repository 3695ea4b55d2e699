package io.tenure.client.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Bytes as they are. */
final class PlainPipe implements Pipe {

  private final SocketChannel channel;
  private ByteBuffer kept = ByteBuffer.allocate(0);

  PlainPipe(SocketChannel channel) {
    this.channel = channel;
  }

  @Override
  public boolean open() {
    return true;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    return channel.read(into);
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    kept = from;
    flush();
  }

  @Override
  public boolean flush() throws IOException {
    channel.write(kept);
    return !kept.hasRemaining();
  }
}
