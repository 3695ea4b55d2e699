package io.tenure.chaos.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Asks nodes what they say of themselves and of the cluster. */
final class NodeViews {

  private static final Duration ANSWER = Duration.ofSeconds(3);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(1))
          .build();

  /**
   * What each of the nodes says of itself, asked all at once; those that do not answer are left
   * out.
   */
  List<NodeView> of(List<NodeProcess> nodes) {
    List<CompletableFuture<Optional<NodeView>>> answers =
        nodes.stream()
            .map(node -> asked(node).thenApply(json -> json.flatMap(NodeViews::view)))
            .toList();
    return answers.stream().flatMap(answer -> answer.join().stream()).toList();
  }

  /** Sends JSON and tells the status code; 0 if there was no answer. */
  int post(URI url, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(ANSWER.multipliedBy(3))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.sendAsync(request, BodyHandlers.discarding())
        .thenApply(answer -> answer.statusCode())
        .exceptionally(failure -> 0)
        .join();
  }

  /** What {@code /v1/cluster} of a node answers, if it does. */
  private CompletableFuture<Optional<JsonNode>> asked(NodeProcess node) {
    HttpRequest request =
        HttpRequest.newBuilder(node.url().resolve("/v1/cluster")).timeout(ANSWER).build();
    return http.sendAsync(request, BodyHandlers.ofString())
        .thenApply(answer -> parsed(answer.body()))
        .exceptionally(failure -> Optional.empty());
  }

  private static Optional<JsonNode> parsed(String body) {
    try {
      return Optional.of(JSON.readTree(body));
    } catch (JsonProcessingException notJson) {
      return Optional.empty();
    }
  }

  private static Optional<NodeView> view(JsonNode status) {
    String id = status.path("node").asText();
    for (JsonNode member : status.path("members")) {
      if (member.path("id").asText().equals(id)) {
        Optional<String> leader =
            Optional.ofNullable(status.path("leader").textValue()).filter(text -> !text.isEmpty());
        return Optional.of(
            new NodeView(
                id,
                leader,
                status.path("term").asLong(),
                member.path("applied_index").asLong(),
                member.path("state_hash").asText()));
      }
    }
    return Optional.empty();
  }
}
