package io.tenure.client.machine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.Json;
import java.time.Duration;
import java.util.Locale;

/** Requests about claims, and what their answers mean. */
final class ClaimWire {

  private static final Duration LEAST_PATIENCE = Duration.ofMillis(500);

  /**
   * Says that whoever files waits for its turn, which a watch does from then on. Without it the
   * claim would be promoted with time to spare for an owner who polls, and if this process died in
   * the queue, those behind it would wait for that as well.
   */
  private static final Duration NOTICE = Duration.ofMillis(1);

  private ClaimWire() {}

  static ApiRequest post(String version, ClaimSpec spec) {
    ObjectNode body = Json.object().put("resource", spec.resource());
    body.put("ttl", seconds(spec.ttl()));
    spec.userData().ifPresent(text -> body.putRawValue("user_data", Json.raw(text)));
    return ApiRequest.write("POST", "/" + version + "/claims/", body.toString())
        .withWaiting(NOTICE)
        .withPatience(patience(spec.ttl()));
  }

  /** Ends a claim. Under its key it is done once, however often it is sent. */
  static ApiRequest end(String version, long id, String status, Duration ttl) {
    String body = Json.object().put("status", status).toString();
    return ApiRequest.write("PATCH", path(version, id), body).withPatience(patience(ttl));
  }

  /**
   * Asks whether it is our turn, which may be asked any number of times. The first time after a
   * promotion starts the ttl.
   */
  static ApiRequest activate(String version, long id, Duration ttl) {
    return repeatable(version, id, Json.object().put("status", "active"), ttl);
  }

  /** Renews a claim. To do it again does it from then on, so it needs no key. */
  static ApiRequest renew(String version, long id, Duration ttl) {
    return repeatable(version, id, Json.object().put("ttl", seconds(ttl)), ttl);
  }

  private static ApiRequest repeatable(String version, long id, ObjectNode body, Duration ttl) {
    return ApiRequest.repeatable("PATCH", path(version, id), body.toString())
        .withPatience(patience(ttl));
  }

  static ApiRequest show(String version, long id) {
    return ApiRequest.get(path(version, id));
  }

  /** A node that says nothing is given up while there is still time to ask others. */
  static Duration patience(Duration ttl) {
    Duration part = ttl.dividedBy(5);
    Duration capped = part.compareTo(ApiRequest.PATIENCE) < 0 ? part : ApiRequest.PATIENCE;
    return capped.compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : capped;
  }

  static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  /** A duration in seconds, rounded down. */
  static Duration duration(JsonNode seconds) {
    return Duration.ofNanos((long) (seconds.asDouble() * 1e9));
  }

  /** Whether an answer describes a claim that is active, with all that is needed to hold it. */
  static boolean describesActive(JsonNode claim) {
    return claim.path("status").asText().equals("active")
        && claim.path("id").isIntegralNumber()
        && claim.path("ttl").isNumber()
        && claim.path("fencing_token").isIntegralNumber();
  }

  /** Whether an answer describes a claim that was there, and has ended. */
  static boolean describesEnded(JsonNode claim) {
    String status = claim.path("status").asText();
    return claim.path("id").isIntegralNumber()
        && !status.isEmpty()
        && !status.equals("active")
        && !status.equals("waiting");
  }

  /** What a claim that is seen with a final status would be refused with. */
  static HttpAnswer refusal(String status) {
    String detail = "the cluster says that it is " + status;
    return HttpAnswer.of(400, Json.object().put("detail", detail).toString());
  }

  /** What a refusal says, in one line. */
  static String words(HttpAnswer answer) {
    JsonNode json = answer.json();
    StringBuilder text = new StringBuilder(json.path("detail").asText(""));
    if (text.length() == 0) {
      text.append(json.path("title").asText("status " + answer.status()));
    }
    for (JsonNode each : json.path("invalid_params")) {
      String reason = each.path("reason").asText();
      if (text.indexOf(reason) < 0) {
        text.append("; ").append(each.path("name").asText()).append(": ").append(reason);
      }
    }
    return text.toString();
  }

  /** How a claim that is refused a renewal has been lost, as far as the refusal says so. */
  static Loss loss(HttpAnswer answer) {
    String words = words(answer);
    return new Loss(reason(words.toLowerCase(Locale.ROOT)), words);
  }

  private static Loss.Reason reason(String words) {
    if (words.contains("expired")) {
      return Loss.Reason.EXPIRED;
    }
    return words.contains("revoked") ? Loss.Reason.REVOKED : Loss.Reason.ENDED;
  }

  private static String path(String version, long id) {
    return "/" + version + "/claims/" + id + "/";
  }
}
