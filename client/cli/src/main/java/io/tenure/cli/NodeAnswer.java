package io.tenure.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.client.transport.HttpAnswer;
import java.util.Optional;

/**
 * What a node answered.
 *
 * @param body a text node if it is not JSON
 * @param link the header {@code Link}, which leads to the next page of a list
 */
record NodeAnswer(int status, JsonNode body, Optional<String> link) {

  private static final String NEXT = "; rel=\"next\"";

  static NodeAnswer of(HttpAnswer answer) {
    JsonNode body;
    try {
      body = Nodes.JSON.readTree(answer.body());
    } catch (JsonProcessingException text) {
      body = Nodes.JSON.getNodeFactory().textNode(answer.body());
    }
    return new NodeAnswer(answer.status(), body, answer.header("link"));
  }

  boolean isSuccess() {
    return status < 400;
  }

  /** Path and query of the next page, if there is one. */
  Optional<String> next() {
    return link.filter(text -> text.startsWith("<") && text.endsWith(">" + NEXT))
        .map(text -> text.substring(1, text.length() - NEXT.length() - 1))
        .map(url -> url.substring(url.indexOf('/', url.indexOf("//") + 2)));
  }
}
