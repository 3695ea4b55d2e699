package io.tenure.node.local;

import io.tenure.config.ClusterConfig;
import io.tenure.config.NodeConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks nodes over HTTP how they are. */
final class ClusterProbe {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int OK = 200;

  /** The leader, named by a text or by an object with an id. */
  private static final Pattern LEADER =
      Pattern.compile("\"leader\"\\s*:\\s*(?:\\{[^}]*?\"id\"\\s*:\\s*)?\"([^\"]+)\"");

  private final ClusterConfig config;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  ClusterProbe(ClusterConfig config) {
    this.config = config;
  }

  /** Whether a node can serve every request. */
  boolean isReady(NodeConfig node) {
    return ask(node, "/readyz").isPresent();
  }

  /** The leader as a node sees it. */
  Optional<NodeConfig> leader(NodeConfig node) {
    return ask(node, "/v1/cluster")
        .map(LEADER::matcher)
        .filter(Matcher::find)
        .flatMap(match -> named(match.group(1)));
  }

  private Optional<NodeConfig> named(String name) {
    return config.nodes().stream()
        .filter(node -> node.id().equals(name) || node.raftAddress().equals(name))
        .findFirst();
  }

  private Optional<String> ask(NodeConfig node, String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(config.httpUrl(node) + path)).timeout(PATIENCE).build();
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      return response.statusCode() == OK ? Optional.of(response.body()) : Optional.empty();
    } catch (IOException notYet) {
      return Optional.empty();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
