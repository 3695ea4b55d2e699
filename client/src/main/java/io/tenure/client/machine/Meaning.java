package io.tenure.client.machine;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.Json;
import io.tenure.client.transport.NoAnswer;
import io.tenure.client.transport.SendResult;
import java.time.Duration;
import java.util.Optional;

/**
 * A reply to one request, as a claim's machine understands it.
 *
 * @param sent the moment before the request was sent; of one with a key, before the first time
 * @param json the body of the answer, if there is one
 */
record Meaning(SendResult reply, ClockReading sent, JsonNode json) {

  private static final int USELESS = 503;

  static Meaning of(SendResult reply, ClockReading sent) {
    return new Meaning(
        reply, sent, reply instanceof HttpAnswer answer ? answer.json() : Json.object());
  }

  /**
   * The status that it counts as. What is no use counts as 503: no answer, one that the request
   * cannot have, one that means "later". What will not pass by waiting counts as 400. A grant whose
   * time may be over already is taken for a place in line, so that it is asked about again.
   */
  int status(State state, Duration ttl, ClockReading now) {
    if (!(reply instanceof HttpAnswer answer)) {
      return USELESS;
    }
    int status = answer.status();
    return switch (status) {
      case 507 -> 400;
      case 408, 429 -> USELESS;
      default -> status >= 400 ? status : success(state, status, lease(ttl), now);
    };
  }

  private int success(State state, int status, BelievedLease lease, ClockReading now) {
    if (StateTable.find(state, status).isEmpty()) {
      return USELESS;
    }
    return switch (state) {
      case REGISTERING -> registered(status, lease, now);
      case ACTIVATING, RENEWING -> ClaimWire.describesActive(json) ? status : USELESS;
      default -> status;
    };
  }

  private int registered(int status, BelievedLease lease, ClockReading now) {
    if (!json.path("id").isIntegralNumber()) {
      return USELESS;
    }
    boolean held = status == 201 && ClaimWire.describesActive(json) && lease.over(now).isEmpty();
    return held ? 201 : 202;
  }

  /** Whether it is a success that shows a claim which has ended, as the repetition of one may. */
  boolean isEnded() {
    return reply instanceof HttpAnswer answer
        && answer.isSuccess()
        && ClaimWire.describesEnded(json);
  }

  /**
   * The lease that it grants: never longer than asked for, and from before it was asked. What is
   * left may be longer, when the grace of a promotion is counted in; our asking ends that.
   */
  BelievedLease lease(Duration ttl) {
    Duration left = ClaimWire.duration(json.path("ttl"));
    return new BelievedLease(sent, left.compareTo(ttl) < 0 ? left : ttl);
  }

  /** The answer, if there is one. */
  Optional<HttpAnswer> answer() {
    return reply instanceof HttpAnswer answer ? Optional.of(answer) : Optional.empty();
  }

  /** What it says, in one line. */
  String words() {
    return reply instanceof HttpAnswer answer
        ? answer.status() + " " + ClaimWire.words(answer)
        : ((NoAnswer) reply).reason();
  }
}
