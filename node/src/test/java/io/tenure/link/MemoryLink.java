package io.tenure.link;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.tenure.node.identity.Identity;
import io.tenure.node.identity.Run;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A link whose connections are in memory: the real handlers, without sockets. All its buffers come
 * from one allocator, which knows whether all were released.
 */
public final class MemoryLink implements AutoCloseable {

  private final Link link;
  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);

  private MemoryLink(Identity own, LinkService service) {
    Link.Options options =
        new Link.Options("127.0.0.1", TestIdentities.portOf(own), Optional.empty());
    RefusalLog quiet = new RefusalLog(System::nanoTime, line -> {});
    link = new Link(options, own, service, LinkTimes.DEFAULT, quiet);
  }

  /** A link that others can connect to; it has a port, too. */
  public static MemoryLink listening(Identity own, LinkService service) throws IOException {
    MemoryLink link = new MemoryLink(own, service);
    link.link.start();
    return link;
  }

  /** A link that connects to others when it is told to. */
  public static MemoryLink calling(Identity own) {
    return new MemoryLink(own, call -> {});
  }

  /** The bytes with which a node greets. */
  public static byte[] greeting(Identity own) {
    return RawConnection.bytes(Greeting.from(own, Run.UNKNOWN));
  }

  /** A connection that somebody has opened to this node. */
  public EmbeddedChannel incoming() {
    return channel(link.server()::accept);
  }

  /** A connection that this node has opened to a peer. */
  public EmbeddedChannel outgoing(Peer peer) {
    return channel(channel -> link.prepareClient(channel, peer));
  }

  public Peer peer(String address) {
    return link.peer(address).orElseThrow();
  }

  private EmbeddedChannel channel(Consumer<Channel> preparation) {
    return new EmbeddedChannel(
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            channel.config().setAllocator(allocator);
            preparation.accept(channel);
          }
        });
  }

  /** How many bytes are in buffers that were not released. */
  public long unreleasedBytes() {
    return allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory();
  }

  public UnpooledByteBufAllocator allocator() {
    return allocator;
  }

  @Override
  public void close() {
    link.close();
  }
}
