package io.tenure.client.machine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.Json;
import io.tenure.client.transport.SendResult;
import io.tenure.client.transport.Transport;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Grants every claim, answers at once, and ends what was not renewed in time. It remembers keys as
 * a node does: for a quarter of an hour, each claim of a batch in a place of its own; when there is
 * no place, it refuses what has a key.
 */
final class SimulatedCluster implements Transport {

  private static final long MEMORY_NANOS = 15 * 60 * 1_000_000_000L;

  private record Remembered(long untilNanos, int places) {}

  private final Clock clock;
  private final int room;
  private final Map<Long, Long> ends = new HashMap<>(); // when a claim expires
  private final Deque<Remembered> memory = new ArrayDeque<>();
  private int taken;
  long keys; // places that were ever taken
  long renewals;
  long expired; // claims that were asked for too late
  long refused;

  SimulatedCluster(Clock clock, int room) {
    this.clock = clock;
    this.room = room;
  }

  long live() {
    return ends.values().stream().filter(end -> end - clock.nanos() > 0).count();
  }

  @Override
  public CompletableFuture<SendResult> send(ApiRequest request) {
    if (request.method().equals("GET")) {
      return new CompletableFuture<>(); // nothing ever changes
    }
    JsonNode body = Json.read(request.body().orElseThrow());
    boolean batch = request.path().equals("/v1/renewals");
    int places = request.key().isEmpty() ? 0 : batch ? body.path("claims").size() : 1;
    if (!remember(places)) {
      refused++;
      return answer(503, "{\"detail\":\"no room for another Idempotency-Key\"}");
    }
    if (batch) {
      return answer(200, renewAll(body.path("claims")).toString());
    }
    return request.method().equals("POST") ? file(body) : amend(request.path(), body);
  }

  private boolean remember(int places) {
    while (!memory.isEmpty() && memory.peekFirst().untilNanos() - clock.nanos() <= 0) {
      taken -= memory.removeFirst().places();
    }
    if (taken + places > room) {
      return false;
    }
    if (places > 0) {
      memory.addLast(new Remembered(clock.nanos() + MEMORY_NANOS, places));
      taken += places;
      keys += places;
    }
    return true;
  }

  private CompletableFuture<SendResult> file(JsonNode body) {
    long id = ends.size() + 1L;
    ends.put(id, clock.nanos() + ClaimWire.duration(body.path("ttl")).toNanos());
    return answer(201, active(id, body.path("ttl").asDouble()).toString());
  }

  private CompletableFuture<SendResult> amend(String path, JsonNode body) {
    long id = Long.parseLong(path.split("/")[3]);
    if (body.has("ttl")) {
      return renew(id, body.path("ttl"))
          ? answer(200, active(id, body.path("ttl").asDouble()).toString())
          : answer(400, Bodies.EXPIRED);
    }
    ends.remove(id);
    return answer(204, "");
  }

  private ObjectNode renewAll(JsonNode claims) {
    ObjectNode results = Json.object();
    ArrayNode list = results.putArray("results");
    for (JsonNode claim : claims) {
      long id = claim.path("id").asLong();
      boolean renewed = renew(id, claim.path("ttl"));
      ObjectNode each = list.addObject().put("id", id).put("status", renewed ? 200 : 400);
      each.put("ttl", claim.path("ttl").asDouble()).put("fencing_token", id);
    }
    return results;
  }

  private boolean renew(long id, JsonNode ttl) {
    renewals++;
    Long end = ends.get(id);
    if (end == null || end - clock.nanos() <= 0) {
      expired++;
      return false;
    }
    ends.put(id, clock.nanos() + ClaimWire.duration(ttl).toNanos());
    return true;
  }

  private static ObjectNode active(long id, double ttl) {
    ObjectNode claim = Json.object().put("id", id).put("status", "active").put("ttl", ttl);
    return claim.put("fencing_token", id).put("queue_position", 0);
  }

  private static CompletableFuture<SendResult> answer(int status, String body) {
    return CompletableFuture.completedFuture(HttpAnswer.of(status, body));
  }

  @Override
  public void close() {}
}
