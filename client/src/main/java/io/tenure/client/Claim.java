package io.tenure.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A claim as a node described it.
 *
 * @param status in the words of the wire, such as {@code active}
 * @param ttl the seconds that were left of an active claim's lease
 * @param queuePosition 0 for the holder, 1 for the next in line; none once it has ended
 */
public record Claim(
    long id,
    String resource,
    String status,
    OptionalDouble ttl,
    OptionalLong fencingToken,
    OptionalInt queuePosition) {

  public boolean isActive() {
    return status.equals("active");
  }

  static Claim of(JsonNode json) {
    JsonNode ttl = json.path("ttl");
    JsonNode token = json.path("fencing_token");
    JsonNode position = json.path("queue_position");
    return new Claim(
        json.path("id").asLong(),
        json.path("resource").asText(),
        json.path("status").asText(),
        ttl.isNumber() ? OptionalDouble.of(ttl.asDouble()) : OptionalDouble.empty(),
        token.isNumber() ? OptionalLong.of(token.asLong()) : OptionalLong.empty(),
        position.isNumber() ? OptionalInt.of(position.asInt()) : OptionalInt.empty());
  }
}
