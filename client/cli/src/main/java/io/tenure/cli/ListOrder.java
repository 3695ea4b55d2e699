package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/** The orders of {@code tenure list}; the constants are the words of the option. */
enum ListOrder {
  newest,
  oldest,
  ttl,
  waited,
  resource;

  private static final double NEVER = 1e18;

  Comparator<JsonNode> comparator() {
    return switch (this) {
      case newest -> Comparator.comparingLong(claim -> -claim.path("id").asLong());
      case oldest -> Comparator.comparingLong(claim -> claim.path("id").asLong());
      case ttl -> Comparator.comparingDouble(claim -> claim.path("ttl").asDouble(NEVER));
      case waited ->
          Comparator.comparingDouble(claim -> -claim.path("waiting_duration").asDouble());
      case resource ->
          Comparator.comparing((JsonNode claim) -> claim.path("resource").asText())
              .thenComparing(claim -> claim.path("queue_position").asLong());
    };
  }
}
