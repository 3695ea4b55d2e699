package io.tenure.cli.keychain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.machine.BelievedLease;
import io.tenure.client.machine.ClaimHandle;
import io.tenure.client.machine.ClaimSpec;
import io.tenure.client.transport.Json;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Answers each request with one reply, which carries the request's {@code id}. */
final class KeychainRequests {

  private static final String BAD = "bad-request";
  private static final double LONGEST_SECONDS = 315_360_000;

  private final HeldClaims claims;
  private final KeychainReplies replies;
  private final Keychain.Options options;

  KeychainRequests(HeldClaims claims, KeychainReplies replies, Keychain.Options options) {
    this.claims = claims;
    this.replies = replies;
    this.options = options;
  }

  /** Never fails: what is wrong with a line is told in its reply. */
  void handle(Lines.Line line) {
    if (line.problem().isEmpty() && line.text().isBlank()) {
      return;
    }
    JsonNode id = NullNode.getInstance();
    String what = "";
    try {
      if (line.problem().isPresent()) {
        throw new BadLineException(BAD, line.problem().get());
      }
      JsonNode request = parse(line.text());
      id = id(request);
      what = text(request, "do");
      serve(what, id, request);
    } catch (BadLineException bad) {
      refuse(what, id, bad);
    } catch (IllegalArgumentException bad) {
      refuse(what, id, new BadLineException(BAD, String.valueOf(bad.getMessage())));
    }
  }

  private void serve(String what, JsonNode id, JsonNode request) {
    switch (what) {
      case "claim" -> claim(id, request);
      case "release" -> {
        find(request).release();
        replies.send(ok(what, id));
      }
      case "refresh" -> refresh(id, request);
      case "validate" -> replies.send(validate(id, request));
      case "list" -> replies.send(list(id));
      case "ping" -> replies.send(ok(what, id).put("version", options.version()));
      default ->
          throw new BadLineException(
              BAD,
              "do: '"
                  + what
                  + "' is unknown; allowed: claim, release, refresh, validate, list, ping");
    }
  }

  private void claim(JsonNode id, JsonNode request) {
    String resource = text(request, "resource");
    Optional<String> data =
        request.hasNonNull("user_data")
            ? Optional.of(request.get("user_data").toString())
            : Optional.empty();
    ClaimSpec spec =
        new ClaimSpec(
            resource,
            seconds(request, "ttl").orElse(options.ttl()),
            seconds(request, "timeout"),
            data);
    // The reply goes first, so that no event of the claim is ahead of it.
    if (claims.find(resource).isPresent()) {
      throw new BadLineException(
          "already-claimed", "there is a claim on " + resource + "; release it first");
    }
    replies.send(ok("claim", id));
    claims.add(id, spec, request.path("renewals").asBoolean(false));
  }

  private void refresh(JsonNode id, JsonNode request) {
    ClaimHandle claim = find(request);
    Optional<Duration> ttl = seconds(request, "ttl");
    CompletableFuture<BelievedLease> refreshed =
        ttl.isPresent() ? claim.refresh(ttl.get()) : claim.refresh();
    refreshed.whenComplete((lease, failure) -> refreshed(id, lease, failure));
  }

  private void refreshed(JsonNode id, @Nullable BelievedLease lease, @Nullable Throwable failure) {
    if (lease != null) {
      ObjectNode reply = ok("refresh", id);
      HeldClaims.lease(lease, reply);
      replies.send(reply);
    } else {
      String reason = failure == null ? "no reason given" : String.valueOf(failure.getMessage());
      refuse("refresh", id, new BadLineException("not-renewed", reason));
    }
  }

  /** By this machine's clocks alone; without the network. */
  private ObjectNode validate(JsonNode id, JsonNode request) {
    ObjectNode reply = ok("validate", id);
    Optional<HeldClaims.Entry> entry = claims.find(text(request, "resource"));
    boolean held = entry.isPresent() && entry.get().handle().isHeld();
    reply.put("held", held);
    if (held) {
      ClaimHandle claim = entry.get().handle();
      reply.put("remaining", claim.remaining().toMillis() / 1e3);
      claim.fencingToken().ifPresent(token -> reply.put("fencing_token", token));
      claim.lease().ifPresent(lease -> HeldClaims.lease(lease, reply));
    }
    return reply;
  }

  private ObjectNode list(JsonNode id) {
    ObjectNode reply = ok("list", id);
    ArrayNode all = reply.putArray("claims");
    for (HeldClaims.Entry entry : claims.entries()) {
      ClaimHandle claim = entry.handle();
      ObjectNode each = all.addObject();
      each.set("id", entry.request());
      each.put("resource", claim.spec().resource());
      each.put("state", claim.state().text());
      each.put("held", claim.isHeld());
      claim.id().ifPresent(number -> each.put("claim", number));
      claim.position().ifPresent(position -> each.put("position", position));
      claim.fencingToken().ifPresent(token -> each.put("fencing_token", token));
      claim.lease().ifPresent(lease -> HeldClaims.lease(lease, each));
    }
    return reply;
  }

  private ClaimHandle find(JsonNode request) {
    String resource = text(request, "resource");
    return claims
        .find(resource)
        .map(HeldClaims.Entry::handle)
        .orElseThrow(() -> new BadLineException("not-claimed", "there is no claim on " + resource));
  }

  private static JsonNode parse(String text) {
    JsonNode request = Json.require(text);
    if (!request.isObject()) {
      throw new BadLineException(BAD, "the line is not a JSON object");
    }
    return request;
  }

  private static JsonNode id(JsonNode request) {
    JsonNode id = request.path("id");
    if (!(id.isTextual() || id.isNumber())) {
      throw new BadLineException(BAD, "id: must be a string or a number");
    }
    return id;
  }

  private static String text(JsonNode request, String key) {
    JsonNode value = request.path(key);
    if (!value.isTextual() || value.textValue().isEmpty()) {
      throw new BadLineException(BAD, key + ": must be a string that is not empty");
    }
    return value.textValue();
  }

  private static Optional<Duration> seconds(JsonNode request, String key) {
    JsonNode value = request.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    double seconds = value.isNumber() ? value.doubleValue() : -1;
    if (!(seconds >= 0 && seconds <= LONGEST_SECONDS)) {
      throw new BadLineException(BAD, key + ": must be a number of seconds, 0 to 315360000");
    }
    return Optional.of(Duration.ofNanos(Math.round(seconds * 1e9)));
  }

  private static ObjectNode ok(String what, JsonNode id) {
    ObjectNode reply = Json.object().put("reply", what);
    reply.set("id", id);
    return reply.put("ok", true);
  }

  private void refuse(String what, JsonNode id, BadLineException bad) {
    ObjectNode reply = Json.object().put("reply", what);
    reply.set("id", id);
    reply.put("ok", false).put("error", bad.code());
    replies.send(reply.put("detail", bad.getMessage()));
  }
}
