package io.tenure.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How Locket clients are served.
 *
 * @param tls set if they must show a certificate
 * @param releaseMissingIsOk whether a release of what is not held succeeds
 */
public record Locket(Optional<MutualTls> tls, boolean releaseMissingIsOk) {

  /**
   * What both sides show, all in PEM.
   *
   * @param certificate the server's certificate and its chain
   * @param key the server's private key
   * @param clientCa who must have signed a client's certificate
   */
  public record MutualTls(Path certificate, Path key, Path clientCa) {}
}
