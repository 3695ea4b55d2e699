package io.tenure.gateway.locket;

import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.TlsServerCredentials;
import io.grpc.TlsServerCredentials.ClientAuth;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.util.TransmitStatusRuntimeExceptionInterceptor;
import io.tenure.gateway.netty.EventLoops;
import io.tenure.pem.PemKey;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Serves Locket over gRPC, with health checking and reflection, and a few threads for any number of
 * calls.
 */
public final class LocketServer implements AutoCloseable {

  /** More calls of one connection wait in their client. */
  private static final int CALLS_PER_CONNECTION = 4096;

  /** Far more than any request needs, so that a slightly oversized one still gets a full answer. */
  static final int REQUEST_BYTES = 1 << 20;

  /** A fixed window. One that adapts itself sends a ping, and waits for its echo, at every call. */
  private static final int WINDOW_BYTES = 1 << 20;

  private static final Duration HANDSHAKE = Duration.ofSeconds(10);

  /** Clients may look as often as this whether the connection lives. */
  private static final Duration LEAST_KEEP_ALIVE = Duration.ofSeconds(1);

  /** How often the server looks whether a silent client lives. */
  private static final Duration KEEP_ALIVE = Duration.ofMinutes(1);

  /** How long calls may take to hear that they are cut off. */
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final Duration stopGrace;
  private final EventLoops eventLoops = new EventLoops(EventLoops.usual(), "tenure-locket");
  private final HealthWatch health;
  private final Server server;
  private final AtomicBoolean closing = new AtomicBoolean();

  private LocketServer(LocketOptions options, LocketPorts ports) throws IOException {
    this.stopGrace = options.stopGrace();
    HealthStatusManager status = new HealthStatusManager();
    this.health = new HealthWatch(status, ports.ready(), eventLoops.group());
    CallTerms reception =
        new CallTerms(
            eventLoops::current,
            options.patience().toNanos(),
            closing::get,
            ports.observer(),
            ports.guard());
    LocketHandlers calls = new LocketHandlers(ports.leases(), options.releaseMissingIsOk());
    this.server =
        builder(options)
            .bossEventLoopGroup(eventLoops.group())
            .workerEventLoopGroup(eventLoops.group())
            .channelFactory(() -> ConnectionSetup.on(eventLoops.newListener()))
            .directExecutor() // no call blocks, so all may run on the event loops
            .maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION)
            .maxInboundMessageSize(REQUEST_BYTES)
            .flowControlWindow(WINDOW_BYTES)
            .handshakeTimeout(HANDSHAKE.toSeconds(), TimeUnit.SECONDS)
            .permitKeepAliveTime(LEAST_KEEP_ALIVE.toSeconds(), TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .keepAliveTime(KEEP_ALIVE.toSeconds(), TimeUnit.SECONDS)
            .addService(LocketService.of(calls, reception))
            .addService(tolerant(status.getHealthService()))
            .addService(tolerant(ProtoReflectionServiceV1.newInstance()))
            .addService(tolerant(olderReflection()))
            .build();
  }

  /**
   * Starts to listen.
   *
   * @throws IOException if the address is taken or not this machine's, or a TLS file cannot be used
   */
  public static LocketServer start(LocketOptions options, LocketPorts ports) throws IOException {
    LocketServer server = new LocketServer(options, ports);
    try {
      server.server.start();
    } catch (IOException failure) {
      server.eventLoops.close();
      throw new IOException(
          "cannot listen on " + options.host() + ":" + options.port() + ": " + root(failure),
          failure);
    }
    server.health.look();
    return server;
  }

  /** The port that is listened on. */
  public int port() {
    return server.getPort();
  }

  /**
   * Ends the server: no more calls, no more patience with a cluster that cannot answer, answers to
   * what is under way for as long as the grace lasts, then the end of every call. Returns when all
   * has ended, however often it is called.
   */
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      health.end();
      server.shutdown();
    }
    if (!awaitEnd(stopGrace)) {
      server.shutdownNow();
      awaitEnd(FAREWELL);
    }
    eventLoops.close();
  }

  private boolean awaitEnd(Duration patience) {
    try {
      return server.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static NettyServerBuilder builder(LocketOptions options) throws IOException {
    ServerCredentials credentials = credentials(options.tls());
    try {
      return NettyServerBuilder.forAddress(
          new InetSocketAddress(options.host(), options.port()), credentials);
    } catch (IllegalArgumentException e) {
      throw new IOException("cannot use the TLS files " + options.tls() + ": " + root(e), e);
    }
  }

  private static ServerCredentials credentials(LocketOptions.@Nullable Tls files)
      throws IOException {
    if (files == null) {
      return InsecureServerCredentials.create();
    }
    try (InputStream chain = Files.newInputStream(files.certificateChain());
        InputStream key = PemKey.open(files.privateKey())) {
      return TlsServerCredentials.newBuilder()
          .keyManager(chain, key)
          .trustManager(files.clientAuthorities().toFile())
          .clientAuth(ClientAuth.REQUIRE)
          .build();
    }
  }

  /**
   * A service whose requests are read where a failure can be told to the client: a compressed
   * message shows only while it is read that it is too large.
   */
  private static ServerServiceDefinition tolerant(BindableService service) {
    return ServerInterceptors.intercept(
        ServerInterceptors.useInputStreamMessages(service.bindService()),
        TransmitStatusRuntimeExceptionInterceptor.instance());
  }

  /** Tools from before 2023 know no other. */
  @SuppressWarnings("deprecation")
  private static BindableService olderReflection() {
    return ProtoReflectionService.newInstance();
  }

  private static String root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }
}
