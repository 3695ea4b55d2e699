package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.gateway.Authenticator;
import io.tenure.gateway.auth.StaticTokens;
import io.tenure.gateway.auth.TokenFile;
import io.tenure.gateway.locket.LocketGuard;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Who may change something, over HTTP and over gRPC. A Locket client that has shown a certificate
 * needs no token: the original's clients could not send one.
 */
record Credentials(Authenticator authenticator, LocketGuard guard) {

  private static final Credentials OPEN = new Credentials(Authenticator.NONE, LocketGuard.OPEN);

  static Credentials of(ClusterConfig cluster) {
    if (cluster.authTokens().isEmpty()) {
      return OPEN;
    }
    StaticTokens tokens = tokens(cluster.authTokens().get());
    return new Credentials(
        tokens, cluster.locket().tls().isPresent() ? LocketGuard.OPEN : tokens::judge);
  }

  private static StaticTokens tokens(Path file) {
    try {
      return new StaticTokens(TokenFile.read(file));
    } catch (IOException unusable) {
      throw new StartupException(
          ExitCode.USAGE, "auth.tokens: " + file + ": " + unusable.getMessage());
    }
  }
}
