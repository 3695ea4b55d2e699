package io.tenure.link;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The port that other nodes connect to. Each has one connection; a newer one takes the place of the
 * older. Those that have not greeted yet are few: of too many the oldest from the address with the
 * most is closed, so that nobody can keep a member out by just connecting. Thread-safe.
 */
final class LinkServer {

  static final int MAX_NOT_GREETED = 256;
  private static final int BACKLOG = 1_024;

  private final Link link;
  private final LinkService service;
  private final Set<Channel> notGreeted = new LinkedHashSet<>();
  private final Map<String, Channel> greeted = new HashMap<>();
  private final Channel listener;
  private boolean closed;

  LinkServer(Link link, Loops loops, InetSocketAddress address, LinkService service)
      throws IOException {
    this.link = link;
    this.service = service;
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops.incoming())
            .channelFactory(loops::newListener)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, Outflow.MARKS)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    accept(channel);
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "cannot listen on %s:%d for other nodes: %s"
              .formatted(address.getHostString(), address.getPort(), Reasons.of(bound.cause())),
          bound.cause());
    }
    this.listener = bound.channel();
  }

  LinkService service() {
    return service;
  }

  static String hostOf(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress address
        ? address.getAddress().getHostAddress()
        : "somewhere";
  }

  /** Takes in a connection, before anything was said on it. */
  void accept(Channel channel) {
    Optional<Channel> surplus;
    channel.closeFuture().addListener(ended -> forget(channel));
    synchronized (this) {
      if (closed) {
        channel.close(); // accepted while the listener was being closed
        return;
      }
      notGreeted.add(channel);
      surplus = takeSurplus();
    }
    surplus.ifPresent(this::evict);
    link.prepareServer(channel, new ServerGreeting(link, this));
  }

  /** One of those who connect most, so that they do not keep others out. */
  private synchronized Optional<Channel> takeSurplus() {
    if (notGreeted.size() <= MAX_NOT_GREETED) {
      return Optional.empty();
    }
    Map<String, Integer> byHost = new HashMap<>();
    notGreeted.forEach(each -> byHost.merge(hostOf(each), 1, Integer::sum));
    String busiest = Collections.max(byHost.entrySet(), Map.Entry.comparingByValue()).getKey();
    Optional<Channel> oldest =
        notGreeted.stream().filter(each -> hostOf(each).equals(busiest)).findFirst();
    oldest.ifPresent(notGreeted::remove);
    return oldest;
  }

  /** Not while the lock is held, since {@link #forget} may be called at once. */
  private void evict(Channel channel) {
    String who = hostOf(channel);
    link.log()
        .refused(who, "connection from " + who + " closed: too many have not said who they are");
    channel.close();
  }

  void letIn(ServerConnection connection, Channel channel) {
    Channel older;
    synchronized (this) {
      notGreeted.remove(channel);
      older = greeted.put(connection.node(), channel);
    }
    if (older != null) {
      older.close();
    }
  }

  synchronized List<Channel> greeted() {
    return List.copyOf(greeted.values());
  }

  private synchronized void forget(Channel channel) {
    notGreeted.remove(channel);
    greeted.values().remove(channel);
  }

  /** Returns when the port is free, and no connection to it is open. */
  void close() {
    listener.close().syncUninterruptibly();
    for (Channel channel : closeDoor()) {
      channel.close().syncUninterruptibly();
    }
  }

  private synchronized Set<Channel> closeDoor() {
    closed = true;
    Set<Channel> open = new LinkedHashSet<>(notGreeted);
    open.addAll(greeted.values());
    return open;
  }
}
