package io.tenure.gateway.netty;

import io.tenure.gateway.BrowserGuard;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to serve HTTP.
 *
 * @param host the address to listen on, or a name of one
 * @param port zero for any that is free
 * @param tls null for plain HTTP
 * @param threads event loops; all connections share them
 * @param stopGrace how long requests that are under way may take when the server is closed
 * @param guard what browsers may do
 */
public record HttpServerOptions(
    String host,
    int port,
    @Nullable Tls tls,
    int threads,
    HttpLimits limits,
    Duration stopGrace,
    BrowserGuard guard) {

  /**
   * What the server shows, as PEM files; read again when they change.
   *
   * @param clientAuthorities who must have signed the certificates of clients; null if they are not
   *     asked for any
   */
  public record Tls(Path certificateChain, Path privateKey, @Nullable Path clientAuthorities) {}

  /** Plain HTTP with the default limits. */
  public static HttpServerOptions plain(String host, int port) {
    return new HttpServerOptions(
        host,
        port,
        null,
        EventLoops.usual(),
        HttpLimits.DEFAULT,
        Duration.ofSeconds(10),
        BrowserGuard.OFF);
  }

  public HttpServerOptions withTls(Tls files) {
    return new HttpServerOptions(host, port, files, threads, limits, stopGrace, guard);
  }

  public HttpServerOptions withThreads(int count) {
    return new HttpServerOptions(host, port, tls, count, limits, stopGrace, guard);
  }

  public HttpServerOptions withLimits(HttpLimits others) {
    return new HttpServerOptions(host, port, tls, threads, others, stopGrace, guard);
  }

  public HttpServerOptions withStopGrace(Duration grace) {
    return new HttpServerOptions(host, port, tls, threads, limits, grace, guard);
  }

  public HttpServerOptions withGuard(BrowserGuard other) {
    return new HttpServerOptions(host, port, tls, threads, limits, stopGrace, other);
  }
}
