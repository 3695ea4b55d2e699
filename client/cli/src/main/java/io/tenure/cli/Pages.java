package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.client.transport.ApiRequest;
import java.util.Optional;

/** The pages of a list, one after another. A page may be empty and still have a next. */
final class Pages {

  private final Nodes nodes;
  private Optional<String> path;

  Pages(Nodes nodes, String first) {
    this.nodes = nodes;
    this.path = Optional.of(first);
  }

  boolean hasMore() {
    return path.isPresent();
  }

  Optional<JsonNode> next() {
    if (path.isEmpty()) {
      return Optional.empty();
    }
    NodeAnswer answer = nodes.ask(ApiRequest.get(path.get()));
    path = answer.next();
    return Optional.of(answer.body());
  }
}
