package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/** The orders of {@code tenure list}; the constants are the words of the option. */
enum ListOrder {
  newest(Comparator.comparingLong((JsonNode claim) -> -claim.path("id").asLong())),
  oldest(Comparator.comparingLong((JsonNode claim) -> claim.path("id").asLong())),
  ttl(Comparator.comparingDouble((JsonNode claim) -> claim.path("ttl").asDouble(1e18))),
  waited(
      Comparator.comparingDouble((JsonNode claim) -> -claim.path("waiting_duration").asDouble())),
  resource(
      Comparator.comparing((JsonNode claim) -> claim.path("resource").asText())
          .thenComparing((JsonNode claim) -> claim.path("queue_position").asLong()));

  private final Comparator<JsonNode> comparator;

  ListOrder(Comparator<JsonNode> comparator) {
    this.comparator = comparator;
  }

  Comparator<JsonNode> comparator() {
    return comparator;
  }
}
