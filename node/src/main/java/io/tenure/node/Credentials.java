package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.gateway.Admission;
import io.tenure.gateway.Principal;
import io.tenure.gateway.auth.StaticTokens;
import io.tenure.gateway.auth.TokenFile;
import io.tenure.gateway.auth.TokenHash;
import io.tenure.gateway.locket.LocketGuard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Who may change something, over HTTP and over gRPC. A Locket client that has shown a certificate
 * needs no token: the original's clients could not send one.
 */
record Credentials(Admission admission, LocketGuard guard) {

  private static final Credentials OPEN = new Credentials(Admission.OPEN, LocketGuard.OPEN);

  static Credentials of(ClusterConfig cluster) {
    if (cluster.authTokens().isEmpty()) {
      return OPEN;
    }
    Admission admission = new Admission(tokens(cluster.authTokens().get()));
    return new Credentials(
        admission, cluster.locket().tls().isPresent() ? LocketGuard.OPEN : admission::objection);
  }

  private static StaticTokens tokens(Path file) {
    try {
      Map<TokenHash, Principal> tokens = TokenFile.read(file);
      return new StaticTokens(() -> tokens);
    } catch (IOException unusable) {
      throw new StartupException(
          ExitCode.USAGE, "auth.tokens: " + file + ": " + unusable.getMessage());
    }
  }
}
