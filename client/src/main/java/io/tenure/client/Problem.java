package io.tenure.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.client.transport.HttpAnswer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A refusal as the cluster worded it.
 *
 * @param type the last word of its {@code type}, such as {@code still-waiting}; may be empty
 * @param json the whole answer
 */
public record Problem(int status, String type, String title, String detail, JsonNode json) {

  static Problem of(HttpAnswer answer) {
    JsonNode json = answer.json();
    String type = json.path("type").asText("");
    return new Problem(
        answer.status(),
        type.substring(type.lastIndexOf(':') + 1),
        json.path("title").asText(""),
        json.path("detail").asText(""),
        json);
  }

  public Optional<Holder> holder() {
    JsonNode holder = json.path("holder");
    return holder.path("id").isIntegralNumber()
        ? Optional.of(
            new Holder(
                holder.path("id").asLong(), Optional.ofNullable(holder.path("name").textValue())))
        : Optional.empty();
  }

  public Optional<Duration> expiresIn() {
    JsonNode seconds = json.path("expires_in");
    return seconds.isNumber()
        ? Optional.of(Duration.ofNanos((long) (seconds.asDouble() * 1e9)))
        : Optional.empty();
  }

  public OptionalInt queuePosition() {
    JsonNode position = json.path("queue_position");
    return position.isNumber() ? OptionalInt.of(position.asInt()) : OptionalInt.empty();
  }

  /** All of it in one line, with the holder if there is one. */
  String sentence() {
    StringBuilder text = new StringBuilder().append(status);
    if (!(detail.isEmpty() && title.isEmpty())) {
      text.append(": ").append(detail.isEmpty() ? title : detail);
    }
    for (JsonNode each : json.path("invalid_params")) {
      String reason = each.path("reason").asText();
      if (text.indexOf(reason) < 0) {
        text.append("; ").append(each.path("name").asText()).append(": ").append(reason);
      }
    }
    holder().ifPresent(holder -> text.append("; held by ").append(holder));
    expiresIn().ifPresent(left -> text.append(", for ").append(left.toMillis()).append(" ms"));
    return text.toString();
  }
}
