package io.tenure.client.transport;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Which nodes to ask, and how.
 *
 * @param nodes base addresses such as {@code http://10.0.0.1:8081}, at least one
 * @param token for {@code Authorization: Bearer}
 * @param tls for {@code https} addresses, if not the JVM's default
 * @param connectTimeout after which a node that does not take the connection is passed over
 */
public record ConnectionSettings(
    List<URI> nodes, Optional<String> token, Optional<SSLContext> tls, Duration connectTimeout) {

  private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);

  public ConnectionSettings {
    nodes = List.copyOf(nodes);
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("no node's address is given");
    }
    nodes.forEach(ConnectionSettings::check);
    if (token.isPresent() && !token.get().matches("[!-~]+")) {
      throw new IllegalArgumentException("the token has characters that a header cannot have");
    }
  }

  public static ConnectionSettings to(List<URI> nodes) {
    return new ConnectionSettings(nodes, Optional.empty(), Optional.empty(), CONNECT_TIMEOUT);
  }

  public ConnectionSettings withToken(String secret) {
    return new ConnectionSettings(nodes, Optional.of(secret), tls, connectTimeout);
  }

  public ConnectionSettings withTls(SSLContext context) {
    return new ConnectionSettings(nodes, token, Optional.of(context), connectTimeout);
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return nodes.toString();
  }

  private static void check(URI node) {
    String scheme = node.getScheme();
    boolean known = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
    if (!known || node.getHost() == null) {
      throw new IllegalArgumentException(
          "the address " + node + " is not of the form http://host:port or https://host:port");
    }
  }
}
