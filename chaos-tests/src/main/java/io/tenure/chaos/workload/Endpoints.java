package io.tenure.chaos.workload;

import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A cluster, as clients reach it.
 *
 * @param token shown with every request, or empty
 * @param tls for {@code https} addresses; the JVM's own if null
 */
public record Endpoints(List<Endpoint> nodes, String token, @Nullable SSLContext tls) {

  public Endpoints {
    nodes = List.copyOf(nodes);
  }

  public Endpoints(List<Endpoint> nodes) {
    this(nodes, "", null);
  }
}
