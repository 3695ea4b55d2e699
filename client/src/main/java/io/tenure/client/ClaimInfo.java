package io.tenure.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A claim as a node described it.
 *
 * @param status in the words of the wire, such as {@code active}
 * @param ttl the seconds that were left of an active claim's lease
 * @param queuePosition 0 for the holder, 1 for the next in line; none once it has ended
 * @param json all of it, as it came
 */
public record ClaimInfo(
    long id,
    String resource,
    String status,
    OptionalDouble ttl,
    OptionalLong fencingToken,
    OptionalInt queuePosition,
    JsonNode json) {

  public boolean isActive() {
    return status.equals("active");
  }

  public boolean isWaiting() {
    return status.equals("waiting");
  }

  /** When it was filed, as RFC 3339. */
  public String created() {
    return json.path("created").asText();
  }

  /** How long it has waited, or did, in seconds. */
  public double waitingDuration() {
    return json.path("waiting_duration").asDouble();
  }

  /** What its client says of itself; none if it said nothing. */
  public Optional<JsonNode> userData() {
    JsonNode data = json.path("user_data");
    return data.isNull() || data.isMissingNode() ? Optional.empty() : Optional.of(data);
  }

  static ClaimInfo of(JsonNode json) {
    JsonNode ttl = json.path("ttl");
    JsonNode token = json.path("fencing_token");
    JsonNode position = json.path("queue_position");
    return new ClaimInfo(
        json.path("id").asLong(),
        json.path("resource").asText(),
        json.path("status").asText(),
        ttl.isNumber() ? OptionalDouble.of(ttl.asDouble()) : OptionalDouble.empty(),
        token.isNumber() ? OptionalLong.of(token.asLong()) : OptionalLong.empty(),
        position.isNumber() ? OptionalInt.of(position.asInt()) : OptionalInt.empty(),
        json);
  }
}
