package io.tenure.gateway.netty;

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
 */
public record HttpServerOptions(
    String host,
    int port,
    @Nullable Tls tls,
    int threads,
    HttpLimits limits,
    Duration stopGrace,
    @Nullable String publicUrl) {

  /** The server's own certificate chain and its key, as PEM files; read once, at start. */
  public record Tls(Path certificateChain, Path privateKey) {}

  /** Plain HTTP with the default limits. */
  public static HttpServerOptions plain(String host, int port) {
    return new HttpServerOptions(
        host, port, null, EventLoops.usual(), HttpLimits.DEFAULT, Duration.ofSeconds(10), null);
  }

  public HttpServerOptions withTls(Tls files) {
    return new HttpServerOptions(host, port, files, threads, limits, stopGrace, publicUrl);
  }

  public HttpServerOptions withThreads(int count) {
    return new HttpServerOptions(host, port, tls, count, limits, stopGrace, publicUrl);
  }

  public HttpServerOptions withLimits(HttpLimits others) {
    return new HttpServerOptions(host, port, tls, threads, others, stopGrace, publicUrl);
  }

  public HttpServerOptions withStopGrace(Duration grace) {
    return new HttpServerOptions(host, port, tls, threads, limits, grace, publicUrl);
  }

  public HttpServerOptions withPublicUrl(String url) {
    return new HttpServerOptions(host, port, tls, threads, limits, stopGrace, url);
  }
}
