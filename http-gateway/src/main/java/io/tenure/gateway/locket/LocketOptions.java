package io.tenure.gateway.locket;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to serve Locket.
 *
 * @param host the address to listen on, or a name of one
 * @param port zero for any that is free
 * @param tls null for plaintext
 * @param releaseMissingIsOk whether a release of what is not held succeeds
 * @param patience how long a call without a deadline is held while the cluster cannot answer
 * @param stopGrace how long calls that are under way may take when the server is closed
 */
public record LocketOptions(
    String host,
    int port,
    @Nullable Tls tls,
    boolean releaseMissingIsOk,
    Duration patience,
    Duration stopGrace) {

  /**
   * Mutual TLS by PEM files, which are read once, at start.
   *
   * @param certificateChain the server's own
   * @param privateKey the server's own
   * @param clientAuthorities who must have signed a client's certificate
   */
  public record Tls(Path certificateChain, Path privateKey, Path clientAuthorities) {}

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration STOP_GRACE = Duration.ofSeconds(5);

  /** Plaintext; by the original's rules, nothing to release is an error. */
  public static LocketOptions plain(String host, int port) {
    return new LocketOptions(host, port, null, false, PATIENCE, STOP_GRACE);
  }

  public LocketOptions withTls(Tls files) {
    return new LocketOptions(host, port, files, releaseMissingIsOk, patience, stopGrace);
  }

  public LocketOptions withReleaseMissingIsOk(boolean isOk) {
    return new LocketOptions(host, port, tls, isOk, patience, stopGrace);
  }

  public LocketOptions withPatience(Duration time) {
    return new LocketOptions(host, port, tls, releaseMissingIsOk, time, stopGrace);
  }

  public LocketOptions withStopGrace(Duration grace) {
    return new LocketOptions(host, port, tls, releaseMissingIsOk, patience, grace);
  }
}
