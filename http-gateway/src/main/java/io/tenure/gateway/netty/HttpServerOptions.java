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
 * @param publicUrl how clients reach it through a proxy; null if requests tell
 * @param guard what browsers may do
 */
public record HttpServerOptions(
    String host,
    int port,
    @Nullable Tls tls,
    int threads,
    HttpLimits limits,
    Duration stopGrace,
    @Nullable String publicUrl,
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
        null,
        BrowserGuard.OFF);
  }

  public HttpServerOptions withTls(Tls files) {
    return new HttpServerOptions(host, port, files, threads, limits, stopGrace, publicUrl, guard);
  }

  public HttpServerOptions withThreads(int count) {
    return new HttpServerOptions(host, port, tls, count, limits, stopGrace, publicUrl, guard);
  }

  public HttpServerOptions withLimits(HttpLimits others) {
    return new HttpServerOptions(host, port, tls, threads, others, stopGrace, publicUrl, guard);
  }

  public HttpServerOptions withStopGrace(Duration grace) {
    return new HttpServerOptions(host, port, tls, threads, limits, grace, publicUrl, guard);
  }

  public HttpServerOptions withGuard(BrowserGuard other) {
    return new HttpServerOptions(host, port, tls, threads, limits, stopGrace, publicUrl, other);
  }

  public HttpServerOptions withPublicUrl(String url) {
    return new HttpServerOptions(host, port, tls, threads, limits, stopGrace, url, guard);
  }
}
