package io.tenure.client.machine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.Json;
import io.tenure.client.transport.NoAnswer;
import io.tenure.client.transport.SendResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the renewals that are due at about the same time into few requests. A server that knows
 * no such request is sent them one by one. On the loop.
 */
final class RenewalBatches {

  static final int MOST_IN_ONE = 1000;
  private static final Duration GATHERING = Duration.ofMillis(5);

  private final String apiVersion;
  private final Clock clock;
  private final Timers timers;
  private final BiConsumer<ApiRequest, Consumer<SendResult>> send;
  private final List<RenewalOrder> gathered = new ArrayList<>();
  private boolean together = true;

  RenewalBatches(
      String apiVersion,
      Clock clock,
      Timers timers,
      BiConsumer<ApiRequest, Consumer<SendResult>> send) {
    this.apiVersion = apiVersion;
    this.clock = clock;
    this.timers = timers;
    this.send = send;
  }

  void submit(RenewalOrder order) {
    gathered.add(order);
    if (gathered.size() == 1) {
      timers.start(GATHERING, this::flush);
    }
  }

  private void flush() {
    List<RenewalOrder> due = List.copyOf(gathered);
    gathered.clear();
    for (int from = 0; from < due.size(); from += MOST_IN_ONE) {
      List<RenewalOrder> part = due.subList(from, Math.min(due.size(), from + MOST_IN_ONE));
      if (together && part.size() > 1) {
        sendTogether(part);
      } else {
        part.forEach(this::sendAlone);
      }
    }
  }

  private void sendAlone(RenewalOrder order) {
    ClockReading sent = clock.now();
    ApiRequest request = ClaimWire.renew(apiVersion, order.id(), order.ttl());
    send.accept(request, reply -> order.done().accept(reply, sent));
  }

  /** The answer is about renewals that were made after this moment, so the leases count from it. */
  private void sendTogether(List<RenewalOrder> orders) {
    ArrayNode claims = Json.object().putArray("claims");
    Duration shortest = orders.get(0).ttl();
    for (RenewalOrder order : orders) {
      claims.addObject().put("id", order.id()).put("ttl", ClaimWire.seconds(order.ttl()));
      shortest = order.ttl().compareTo(shortest) < 0 ? order.ttl() : shortest;
    }
    ObjectNode body = Json.object();
    body.set("claims", claims);
    ApiRequest request =
        ApiRequest.repeatable("POST", "/" + apiVersion + "/renewals", body.toString())
            .withPatience(ClaimWire.patience(shortest));
    ClockReading sent = clock.now();
    send.accept(request, reply -> distribute(orders, reply, sent));
  }

  private void distribute(List<RenewalOrder> orders, SendResult reply, ClockReading sent) {
    if (!(reply instanceof HttpAnswer answer) || answer.status() >= 500) {
      orders.forEach(order -> order.done().accept(reply, sent));
    } else if (answer.status() == 404 || answer.status() == 405) {
      together = false;
      orders.forEach(this::sendAlone);
    } else if (answer.status() != 200) {
      orders.forEach(this::sendAlone); // one of them is at fault; each hears about itself
    } else {
      Map<Long, JsonNode> results = new HashMap<>();
      answer.json().path("results").forEach(each -> results.put(each.path("id").asLong(), each));
      orders.forEach(
          order -> order.done().accept(result(results.get(order.id()), answer.sentOnce()), sent));
    }
  }

  private static SendResult result(@Nullable JsonNode result, boolean sentOnce) {
    if (result == null) {
      return new NoAnswer("the answer to a batch of renewals left this claim out");
    }
    int status = result.path("status").asInt(503);
    if (status != 200) {
      return HttpAnswer.of(status, result.path("problem").toString());
    }
    ObjectNode claim = Json.object().put("status", "active");
    claim.set("id", result.path("id"));
    claim.set("ttl", result.path("ttl"));
    claim.set("fencing_token", result.path("fencing_token"));
    HttpAnswer renewed = HttpAnswer.of(status, claim.toString());
    return sentOnce ? renewed : renewed.sentBefore();
  }
}
