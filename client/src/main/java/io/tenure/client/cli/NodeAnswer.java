package io.tenure.client.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * What a node answered.
 *
 * @param link the header {@code Link}, which leads to the next page of a list
 */
record NodeAnswer(int status, JsonNode body, Optional<String> link) {

  private static final String NEXT = "; rel=\"next\"";

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
