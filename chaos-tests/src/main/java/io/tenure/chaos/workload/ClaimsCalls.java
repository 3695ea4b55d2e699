package io.tenure.chaos.workload;

import static io.tenure.chaos.workload.Client.asked;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.workload.Client.Subject;
import io.tenure.chaos.workload.HttpWire.Ask;
import io.tenure.chaos.workload.HttpWire.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The claims dialect, as one client speaks it on one key. Every call is one recorded operation. */
final class ClaimsCalls {

  /** A node that does not know how old its state is may show any; a year is more than any run. */
  private static final long ANY_AGE_MICROS = TimeUnit.DAYS.toMicros(365);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CLAIMS = "/v1/claims/";
  private static final Pattern STATUS_TOLD =
      Pattern.compile("(?:this is|a claim that is) ([a-z]+)\\b");
  private static final Pattern NEXT = Pattern.compile("<([^>]*)>; *rel=\"next\"");

  private final Client client;
  private final Subject subject;

  ClaimsCalls(Client client, Subject subject) {
    this.client = client;
    this.subject = subject;
  }

  /**
   * A wish for the key.
   *
   * @param marker its own name, unique to it
   * @param requestKey its {@code Idempotency-Key}, or empty
   * @param waitMillis how long to wait for it to be granted
   */
  record Wish(String marker, long ttlMillis, String requestKey, long waitMillis) {

    Wish(String marker, long ttlMillis) {
      this(marker, ttlMillis, "", 0);
    }
  }

  Completed file(Wish wish) {
    return file(wish, false);
  }

  /** Files a claim; if the answer is to be lost, hangs up as soon as it is sent. */
  Completed file(Wish wish, boolean loseAnswer) {
    Endpoint node = client.anyNode();
    ObjectNode body = JSON.createObjectNode();
    body.put("resource", subject.key());
    body.put("ttl", wish.ttlMillis / 1000.0);
    body.put("user_data", wish.marker);
    Ask ask = keyed(Ask.of("POST", CLAIMS, body.toString()), wish.requestKey);
    Ask sent = waiting(ask, wish.waitMillis);
    Map<String, Object> fields =
        asked(node, Field.MARKER, wish.marker, Field.TTL_MILLIS, wish.ttlMillis);
    putKey(fields, wish.requestKey);
    putWait(fields, wish.waitMillis);
    return client.record(
        subject,
        "file",
        fields,
        () ->
            loseAnswer
                ? client.hangUp(node, sent)
                : client.exchange(
                    node, sent, Duration.ofMillis(wish.waitMillis), ClaimsCalls::filed));
  }

  Completed renew(long claim, long ttlMillis) {
    Endpoint node = client.anyNode();
    Ask ask = Ask.of("PATCH", CLAIMS + claim + "/", "{\"ttl\": " + ttlMillis / 1000.0 + "}");
    return client.record(
        subject,
        "renew",
        asked(node, Field.CLAIM, claim, Field.TTL_MILLIS, ttlMillis),
        () -> client.exchange(node, ask, Duration.ZERO, reply -> changed(reply, Result.RENEWED)));
  }

  /**
   * Asks whether the claim is active, which changes nothing. The answer says exactly what is left
   * of the ttl, so a client that was promoted counts from before it asked.
   */
  Completed confirm(long claim) {
    Endpoint node = client.anyNode();
    Ask ask = Ask.of("PATCH", CLAIMS + claim + "/", "{\"status\": \"active\"}");
    return client.record(
        subject,
        "confirm",
        asked(node, Field.CLAIM, claim),
        () -> client.exchange(node, ask, Duration.ZERO, ClaimsCalls::confirmed));
  }

  private static Completed confirmed(Reply reply) {
    return reply.status() == 409
        ? Completed.ok(Result.HELD).with(Field.STATUS, "waiting")
        : changed(reply, Result.CONFIRMED);
  }

  Completed end(long claim, String ending) {
    return end("end", claim, ending, "", false);
  }

  /** Gives up what is left at the end of a run; that is no part of what is judged. */
  Completed cleanUp(long claim, String ending) {
    return end("clean-up", claim, ending, "", false);
  }

  /** Ends a claim with an {@code Idempotency-Key}. */
  Completed end(long claim, String ending, String requestKey, boolean loseAnswer) {
    return end("end", claim, ending, requestKey, loseAnswer);
  }

  private Completed end(
      String action, long claim, String ending, String requestKey, boolean loseAnswer) {
    Endpoint node = client.anyNode();
    Ask plain = Ask.of("PATCH", CLAIMS + claim + "/", "{\"status\": \"" + ending + "\"}");
    Ask ask = keyed(plain, requestKey);
    Map<String, Object> fields = asked(node, Field.CLAIM, claim, Field.ENDING, ending);
    putKey(fields, requestKey);
    return client.record(
        subject,
        action,
        fields,
        () ->
            loseAnswer
                ? client.hangUp(node, ask)
                : client.exchange(node, ask, Duration.ZERO, reply -> changed(reply, Result.ENDED)));
  }

  /** Reads the claim, and waits for its status to change if it is told to. */
  Completed read(long claim, long waitMillis) {
    Endpoint node = client.anyNode();
    Ask ask = waiting(Ask.of("GET", CLAIMS + claim + "/", ""), waitMillis);
    Map<String, Object> fields = asked(node, Field.CLAIM, claim);
    putWait(fields, waitMillis);
    return client.record(
        subject,
        "read",
        fields,
        () -> client.exchange(node, ask, Duration.ofMillis(waitMillis), ClaimsCalls::shown));
  }

  Completed readLocal(long claim) {
    Endpoint node = client.anyNode();
    Ask ask = Ask.of("GET", CLAIMS + claim + "/?consistency=local", "");
    return client.record(
        subject,
        "read",
        asked(node, Field.CLAIM, claim, Field.LOCAL, true),
        () -> client.exchange(node, ask, Duration.ZERO, ClaimsCalls::shown));
  }

  /** Reads all claims on the key, page by page, from one node. */
  Completed census() {
    Endpoint node = client.anyNode();
    String name = URLEncoder.encode(subject.key(), StandardCharsets.UTF_8);
    return client.record(
        subject,
        "census",
        asked(node),
        () -> {
          List<Map<String, Object>> all = new ArrayList<>();
          String path = CLAIMS + "?limit=1000&resource=" + name;
          Completed page = page(node, path, all);
          while (page.isOk() && !page.text("next").isEmpty()) {
            page = page(node, page.text("next"), all);
          }
          return page.isOk() ? page.with(Field.CLAIMS, List.copyOf(all)) : page;
        });
  }

  private Completed page(Endpoint node, String path, List<Map<String, Object>> all) {
    return client.exchange(
        node,
        Ask.of("GET", path, ""),
        Duration.ZERO,
        reply -> {
          if (reply.status() != 200) {
            return odd(reply);
          }
          json(reply).forEach(claim -> all.add(fields(claim)));
          Matcher next = NEXT.matcher(reply.header("link"));
          String link = next.find() ? next.group(1) : "";
          int start = link.indexOf("/v1/");
          return Completed.ok(Result.SEEN).with("next", start < 0 ? "" : link.substring(start));
        });
  }

  private static Completed filed(Reply reply) {
    return switch (reply.status()) {
      case 201 -> shownAs(reply, Result.GRANTED);
      case 202 -> shownAs(reply, Result.QUEUED);
      case 200 -> shownAs(reply, Result.ENDED);
      default -> odd(reply);
    };
  }

  private static Completed changed(Reply reply, String result) {
    return switch (reply.status()) {
      case 200 -> shownAs(reply, result);
      case 204 -> age(reply, Completed.ok(result));
      case 400 -> refused(reply);
      default -> odd(reply);
    };
  }

  /** The claim is not in the state for it; the text says in which it is. */
  private static Completed refused(Reply reply) {
    Matcher told = STATUS_TOLD.matcher(reply.text());
    return told.find()
        ? age(reply, Completed.ok(Result.GONE).with(Field.STATUS, told.group(1)))
        : odd(reply);
  }

  private static Completed shown(Reply reply) {
    return switch (reply.status()) {
      case 200 -> shownAs(reply, Result.SEEN);
      case 404 -> age(reply, Completed.ok(Result.ABSENT));
      default -> odd(reply);
    };
  }

  private static Completed shownAs(Reply reply, String result) {
    Map<String, Object> fields = fields(json(reply));
    fields.put(Field.RESULT, result);
    return age(reply, new Completed(Phase.OK, fields));
  }

  private static Completed age(Reply reply, Completed answered) {
    String seconds = reply.header("tenure-staleness");
    Completed completed =
        reply.header("idempotency-replayed").equalsIgnoreCase("true")
            ? answered.with(Field.REPLAYED, true)
            : answered;
    return switch (seconds) {
      case "" -> completed;
      case "unknown" -> completed.with(Field.STALENESS_MICROS, ANY_AGE_MICROS);
      default ->
          completed.with(Field.STALENESS_MICROS, Math.round(Double.parseDouble(seconds) * 1e6));
    };
  }

  private static Map<String, Object> fields(JsonNode claim) {
    Map<String, Object> fields = new HashMap<>();
    fields.put(Field.CLAIM, claim.path("id").asLong());
    fields.put(Field.STATUS, claim.path("status").asText());
    fields.put(Field.MARKER, claim.path("user_data").asText());
    if (claim.path("fencing_token").isNumber()) {
      fields.put(Field.TOKEN, claim.path("fencing_token").asLong());
    }
    if (claim.path("queue_position").isNumber()) {
      fields.put(Field.POSITION, claim.path("queue_position").asLong());
    }
    if (claim.path("ttl").isNumber()) {
      fields.put(Field.REMAINING_MICROS, Math.round(claim.path("ttl").asDouble() * 1e6));
    }
    return fields;
  }

  private static JsonNode json(Reply reply) {
    try {
      return JSON.readTree(reply.text());
    } catch (JsonProcessingException notJson) {
      return JSON.createObjectNode();
    }
  }

  private static Completed odd(Reply reply) {
    return Completed.ok(Result.ODD).with(Field.REASON, reply.text());
  }

  private static Ask keyed(Ask ask, String requestKey) {
    return requestKey.isEmpty() ? ask : ask.with("Idempotency-Key", requestKey);
  }

  private static void putKey(Map<String, Object> fields, String requestKey) {
    if (!requestKey.isEmpty()) {
      fields.put(Field.REQUEST_KEY, requestKey);
    }
  }

  private static void putWait(Map<String, Object> fields, long millis) {
    if (millis > 0) {
      fields.put(Field.WAIT_MILLIS, millis);
    }
  }

  private static Ask waiting(Ask ask, long millis) {
    return millis == 0 ? ask : ask.with("Prefer", "wait=" + millis / 1000.0);
  }
}
