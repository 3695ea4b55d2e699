package io.tenure.gateway.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.EventExecutor;
import io.tenure.files.FileWatch;
import io.tenure.files.Reloaded;
import io.tenure.gateway.Gateway;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Serves a {@link Gateway} over HTTP/1.1, with a few threads for any number of connections. */
public final class HttpServer implements AutoCloseable {

  private static final int BACKLOG = 4096;

  /** How long those who are told that the server ends may take to hear it. */
  private static final Duration FAREWELL = Duration.ofSeconds(3);

  /** How many connections too many are told so; more are closed without a word. */
  private static final int MAX_TURNED_AWAY = 1000;

  private final HttpServerOptions options;
  private final @Nullable Reloaded<SslContext> tls;
  private final @Nullable FileWatch watch;
  private final EventLoops eventLoops;
  private final IdentityHashMap<EventExecutor, Loop> loops = new IdentityHashMap<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<@Nullable Void> empty = new CompletableFuture<>();
  private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
  private final Channel listener;

  private HttpServer(HttpServerOptions options, Gateway gateway) throws IOException {
    this.options = options;
    this.tls = options.tls() == null ? null : ServerTls.read(options.tls());
    this.watch = tls == null ? null : FileWatch.of(tls);
    this.eventLoops = new EventLoops(options.threads(), "tenure-http");
    for (EventLoop eventLoop : eventLoops.all()) {
      Loop loop = new Loop(eventLoop, gateway, options);
      loop.startSweeping();
      loops.put(eventLoop, loop);
    }
    this.listener = listen();
  }

  /**
   * Starts to listen.
   *
   * @throws IOException if the address is taken or not this machine's, or a TLS file cannot be used
   */
  public static HttpServer start(HttpServerOptions options, Gateway gateway) throws IOException {
    return new HttpServer(options, gateway);
  }

  /** The port that is listened on. */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** How many connections are open. */
  public int connections() {
    return connections.get();
  }

  /**
   * Ends the server: no more connections, answers to what is under way for as long as the grace
   * lasts, then a refusal to those who still wait. Returns when all has ended, however often it is
   * called; not to be called on an event loop.
   */
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      if (watch != null) {
        watch.close();
      }
      listener.close().syncUninterruptibly();
      tellLoops(Loop::stop);
      if (!awaitNoConnections(options.stopGrace())) {
        tellLoops(Loop::giveUp);
        awaitNoConnections(FAREWELL);
      }
      eventLoops.close();
      closed.complete(null);
    }
    closed.join();
  }

  private Channel listen() throws IOException {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(eventLoops.group())
            .channelFactory(eventLoops::newListener)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    accept(channel);
                  }
                })
            .bind(options.host(), options.port())
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      eventLoops.close();
      String address = options.host() + ":" + options.port();
      throw new IOException("cannot listen on " + address + ": " + reason(bound), bound.cause());
    }
    return bound.channel();
  }

  private static String reason(ChannelFuture failed) {
    Throwable cause = failed.cause();
    return cause == null ? "unknown" : String.valueOf(cause.getMessage());
  }

  private void accept(Channel channel) {
    int count = connections.incrementAndGet();
    channel.closeFuture().addListener(ended -> forget());
    Loop loop = loops.get(channel.eventLoop());
    int most = options.limits().connections();
    if (loop == null || count > most + MAX_TURNED_AWAY) {
      channel.close();
      return;
    }
    SslHandler handler = null;
    if (tls != null) {
      handler = tls.get().newHandler(channel.alloc());
      handler.setHandshakeTimeoutMillis(options.limits().headTimeout().toMillis());
      channel.pipeline().addLast(handler);
    }
    channel
        .pipeline()
        .addLast(new Connection(loop, channel, endsOf(channel, handler), count > most));
  }

  private void forget() {
    if (connections.decrementAndGet() == 0 && closing.get()) {
      empty.complete(null);
    }
  }

  private WireCall.Ends endsOf(Channel channel, @Nullable SslHandler tls) {
    InetSocketAddress peer = (InetSocketAddress) channel.remoteAddress();
    InetSocketAddress local = (InetSocketAddress) channel.localAddress();
    String host = host(local);
    return new WireCall.Ends(
        host(peer),
        tls == null ? "http://" : "https://",
        (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + local.getPort(),
        options.publicUrl(),
        tls);
  }

  private static String host(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    int zone = host.indexOf('%');
    return zone < 0 ? host : host.substring(0, zone);
  }

  private void tellLoops(Consumer<Loop> order) {
    loops.forEach((executor, loop) -> executor.execute(() -> order.accept(loop)));
  }

  private boolean awaitNoConnections(Duration patience) {
    if (connections.get() == 0) {
      return true;
    }
    try {
      empty.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }
}
