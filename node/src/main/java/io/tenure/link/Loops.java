package io.tenure.link;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a link: some for what peers ask, others for what they answer, since Raft works on
 * them. They are few, so that each does much when it is woken; with more cores there are more, so
 * that a slow peer holds up no other.
 */
final class Loops implements AutoCloseable {

  private final MultiThreadIoEventLoopGroup incoming;
  private final MultiThreadIoEventLoopGroup outgoing;

  Loops(int peers) {
    int half = Runtime.getRuntime().availableProcessors() / 2;
    int threads = Math.max(1, Math.min(peers, half));
    incoming = group("tenure-link-in", threads);
    outgoing = group("tenure-link-out", threads);
  }

  private static MultiThreadIoEventLoopGroup group(String name, int threads) {
    return new MultiThreadIoEventLoopGroup(
        threads,
        new DefaultThreadFactory(name, true),
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }

  MultiThreadIoEventLoopGroup incoming() {
    return incoming;
  }

  MultiThreadIoEventLoopGroup outgoing() {
    return outgoing;
  }

  ServerChannel newListener() {
    return Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
  }

  SocketChannel newConnection() {
    return Epoll.isAvailable() ? new EpollSocketChannel() : new NioSocketChannel();
  }

  /** Returns when all have ended. Not to be called on one of them. */
  @Override
  public void close() {
    var first = incoming.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    var second = outgoing.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    first.syncUninterruptibly();
    second.syncUninterruptibly();
  }
}
