package io.tenure.jraft;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.tenure.link.MemoryLink;
import io.tenure.link.Mutations;
import java.util.Arrays;

/** Feeds connections in memory, and fails with whatever their handlers let through. */
record Feed(MemoryLink link, Mutations mutations) {

  /** All at once, or in two pieces. */
  void write(EmbeddedChannel channel, byte[] bytes) {
    int cut = mutations.next(4) == 0 ? mutations.next(bytes.length + 1) : bytes.length;
    writeWhole(channel, Arrays.copyOf(bytes, cut));
    if (cut < bytes.length && channel.isOpen()) {
      writeWhole(channel, Arrays.copyOfRange(bytes, cut, bytes.length));
    }
  }

  void writeWhole(EmbeddedChannel channel, byte[] bytes) {
    channel.writeInbound(link.allocator().heapBuffer(bytes.length).writeBytes(bytes));
  }

  /** How many messages the connection has sent since it was last asked. */
  static int releaseSent(EmbeddedChannel channel) {
    int count = 0;
    for (ByteBuf sent = channel.readOutbound(); sent != null; sent = channel.readOutbound()) {
      sent.release();
      count++;
    }
    return count;
  }

  static void end(EmbeddedChannel channel) {
    channel.finishAndReleaseAll();
    channel.checkException();
  }
}
