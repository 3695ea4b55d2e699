package io.tenure.gateway.netty;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The event loops of one server, with the system's best way to wait for many connections. */
public final class EventLoops implements AutoCloseable {

  private static final int MAX_USUAL = 4;

  private final MultiThreadIoEventLoopGroup group;
  private final List<EventLoop> all = new ArrayList<>();

  public EventLoops(int threads, String name) {
    this.group =
        new MultiThreadIoEventLoopGroup(
            threads,
            new DefaultThreadFactory(name, true),
            Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    for (EventExecutor loop : group) {
      all.add((EventLoop) loop);
    }
  }

  /** How many threads a server has unless told: few, so that each does much when it is woken. */
  public static int usual() {
    int half = Runtime.getRuntime().availableProcessors() / 2; // the log wants the others
    return Math.max(1, Math.min(MAX_USUAL, half));
  }

  public MultiThreadIoEventLoopGroup group() {
    return group;
  }

  /** A channel that can listen, of the kind that these loops serve. */
  public ServerChannel newListener() {
    return Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
  }

  List<EventLoop> all() {
    return all;
  }

  /** The loop that runs this very code; any other if none does. */
  public EventLoop current() {
    for (EventLoop loop : all) {
      if (loop.inEventLoop()) {
        return loop;
      }
    }
    return group.next();
  }

  /** Returns when all loops have ended. Not to be called on one of them. */
  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
