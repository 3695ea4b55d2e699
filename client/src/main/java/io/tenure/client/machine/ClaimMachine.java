package io.tenure.client.machine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.transport.Answer;
import io.tenure.client.transport.Json;
import io.tenure.client.transport.NoAnswer;
import io.tenure.client.transport.Reply;
import io.tenure.client.transport.Request;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The life of one claim: looks up what to do in the {@link StateTable}, and does it. All methods
 * run on the engine's loop.
 */
final class ClaimMachine {

  /** What a timer is for; there is at most one of each. */
  private enum Purpose {
    TIMEOUT,
    RETRY,
    ACTIVATE,
    RENEW
  }

  /** The request that an answer is awaited to. It is the same in all attempts. */
  private record Outgoing(Action kind, Request request, Duration ttl, Moment firstSent) {}

  private final Host host;
  private final Ticket ticket;
  private final Delays delays;
  private final Map<Purpose, Timers.Timer> timers = new EnumMap<>(Purpose.class);
  private final Deque<Condition> kept = new ArrayDeque<>();
  private @Nullable Outgoing outgoing;
  private Meaning last;
  private Optional<Answer> conflict = Optional.empty();
  private Duration ttl;
  private int attempt; // changes with every request sent, so that old answers are known as such
  private int failures; // of the request in a row
  private int polls; // since it waits

  ClaimMachine(Host host, Ticket ticket) {
    this.host = host;
    this.ticket = ticket;
    this.delays = new Delays(host.tuning());
    this.ttl = ticket.spec().ttl();
    this.last = Meaning.of(new NoAnswer("none came yet"), host.clock().now());
  }

  Ticket ticket() {
    return ticket;
  }

  State state() {
    return ticket.state();
  }

  /** Something other than an answer happened. */
  void on(Condition condition) {
    if (condition != Condition.LEASE) {
      endLeaseThatIsOver();
    }
    StateTable.find(state(), condition).ifPresent(this::follow);
  }

  /** The client wishes a renewal, perhaps with another ttl from now on. */
  void refresh(Optional<Duration> newTtl) {
    ttl = newTtl.orElse(ttl);
    on(Condition.REFRESH);
  }

  /** A watch shows the claim. */
  void seen(JsonNode claim) {
    String status = claim.path("status").asText();
    if (status.equals("waiting")) {
      ticket.tellPosition(claim.path("queue_position").asInt());
    } else if (status.equals("active")) {
      on(Condition.SEEN_ACTIVE);
    } else if (!status.isEmpty()) {
      String detail = "the cluster says that it is " + status;
      Answer answer = Answer.of(400, Json.object().put("detail", detail).toString());
      last = Meaning.of(answer, last.sent());
      on(Condition.SEEN_ENDED);
    }
  }

  private void answered(int number, Reply reply, Moment sent) {
    if (number == attempt) {
      endLeaseThatIsOver();
    }
    if (number == attempt) {
      last = Meaning.of(reply, sent);
      int status = last.status(state(), ttl, host.clock().now());
      StateTable.find(state(), status).ifPresent(this::follow);
    }
  }

  /** Before anything else is believed, what the clocks say is. */
  private void endLeaseThatIsOver() {
    if (ticket.holding().loss().isPresent()) {
      StateTable.find(state(), Condition.LEASE).ifPresent(this::follow);
    }
  }

  private void follow(Row row) {
    ticket.enter(row.destination());
    for (Action action : row.actions()) {
      perform(action, row.condition());
    }
    if (row.destination().isFinal()) {
      attempt++;
      host.unwatch(this);
      ticket.close();
      host.ended(this);
    } else if (row.source() != row.destination() && !kept.isEmpty()) {
      host.execute(this::feedKept);
    }
  }

  private void feedKept() {
    for (int left = kept.size(); left > 0; left--) {
      on(kept.removeFirst());
    }
  }

  private void perform(Action action, Condition condition) {
    switch (action) {
      case SEND_POST, SEND_ABORT, SEND_ACTIVATE, SEND_RELEASE, SEND_RENEW, SEND_WITHDRAW ->
          send(action);
      case ABANDON_POST -> abandonPost();
      case CREATE_TIMEOUT -> createTimeout();
      case DELETE_TIMEOUT -> delete(Purpose.TIMEOUT);
      case CREATE_RETRY -> createRetry();
      case DELETE_RETRY -> delete(Purpose.RETRY);
      case CREATE_ACTIVATE -> createActivate();
      case DELETE_ACTIVATE -> delete(Purpose.ACTIVATE);
      case CREATE_RENEW -> createRenew();
      case DELETE_RENEW -> delete(Purpose.RENEW);
      case CREATE_LEASE -> createLease();
      case DELETE_LEASE -> ticket.endLease();
      case CREATE_WATCH -> host.watch(this);
      case DELETE_WATCH -> host.unwatch(this);
      case KEEP -> kept.add(condition);
      default -> tell(action);
    }
  }

  private void tell(Action action) {
    switch (action) {
      case NOTIFY_REGISTERED -> ticket.tellRegistered(last.json().path("id").asLong());
      case NOTIFY_WAITING -> ticket.tellPosition(last.json().path("queue_position").asInt());
      case NOTIFY_ACQUIRED -> ticket.tellAcquired();
      case NOTIFY_RENEWED -> ticket.tellRenewed();
      case NOTIFY_LOST -> ticket.tellLost(loss());
      case NOTIFY_RELEASED -> ticket.tellEnd(new ClaimEvent.Released());
      case NOTIFY_CANCELLED -> ticket.tellEnd(new ClaimEvent.Cancelled());
      case NOTIFY_TIMEOUT -> ticket.tellEnd(new ClaimEvent.Failed(timeout()));
      case TERMINATE -> terminate();
      default -> throw new IllegalStateException(action.name());
    }
  }

  /** A claim that was held and is unknown to the cluster, or ended there, was lost. */
  private void terminate() {
    Answer refusal = last.answer().orElseGet(() -> Answer.of(500, ""));
    boolean ended = refusal.status() == 400 || refusal.status() == 404;
    if (ticket.holding().isHeld() || (ticket.holding().wasGranted() && ended)) {
      ticket.tellLost(loss());
    } else {
      String words = last.words();
      Failure failure = new Failure(Failure.Kind.REFUSED, words, Optional.of(refusal));
      ticket.tellEnd(new ClaimEvent.Failed(failure));
    }
  }

  private Loss loss() {
    return ticket
        .holding()
        .loss()
        .or(() -> last.answer().map(Wire::loss))
        .orElseGet(() -> new Loss(Loss.Reason.ENDED, last.words()));
  }

  /** When the last request failed, a timeout is no sign of a queue. */
  private Failure timeout() {
    boolean waited = state() == State.WITHDRAWING && failures == 0;
    return waited
        ? new Failure(Failure.Kind.TIMEOUT, "it was not its turn in time", conflict)
        : new Failure(
            Failure.Kind.UNAVAILABLE,
            "no usable answer in time; the last: " + last.words(),
            last.answer());
  }

  private void send(Action kind) {
    Outgoing old = outgoing;
    boolean again = old != null && old.kind() == kind && old.ttl().equals(ttl) && failures > 0;
    if (!again) {
      failures = 0;
    }
    Outgoing sent =
        old != null && again ? old : new Outgoing(kind, request(kind), ttl, host.clock().now());
    outgoing = sent;
    attempt++;
    int number = attempt;
    if (kind == Action.SEND_RENEW) {
      ticket.holding().expectAtMost(new Lease(host.clock().now(), ttl));
      ticket.renewalSent();
      host.renew(
          new RenewalOrder(
              ticket.requireId(),
              ttl,
              sent.request(),
              sent.firstSent(),
              (reply, moment) -> answered(number, reply, moment)));
    } else {
      host.send(sent.request(), reply -> answered(number, reply, sent.firstSent()));
    }
  }

  private Request request(Action kind) {
    String version = host.tuning().apiVersion();
    ObjectNode body = Json.object();
    switch (kind) {
      case SEND_POST -> {
        return Wire.post(version, ticket.spec());
      }
      case SEND_ABORT -> body.put("status", "aborted");
      case SEND_ACTIVATE -> body.put("status", "active");
      case SEND_RELEASE -> body.put("status", "released");
      case SEND_WITHDRAW -> body.put("status", "withdrawn");
      default -> body.put("ttl", Wire.seconds(ttl));
    }
    return Wire.patch(version, ticket.requireId(), body, ttl);
  }

  private void abandonPost() {
    if (outgoing != null) {
      host.abandon(outgoing.request());
    }
  }

  private void createTimeout() {
    delete(Purpose.TIMEOUT);
    delays
        .timeout(state(), ticket.spec())
        .ifPresent(delay -> create(Purpose.TIMEOUT, Condition.TIMEOUT, delay));
  }

  private void createRetry() {
    failures++;
    long now = host.clock().nanos();
    Duration delay =
        state() == State.RETRYING_RENEW
            ? delays.retryRenewal(failures, host.chance(), now)
            : delays.retry(state(), failures, host.chance());
    create(Purpose.RETRY, Condition.RETRY, delay);
  }

  /** A claim that must not wait asks once who is before it, and then gives up. */
  private void createActivate() {
    boolean refused = last.answer().filter(answer -> answer.status() == 409).isPresent();
    conflict = refused ? last.answer() : conflict;
    polls++;
    boolean mustNotWait = ticket.spec().timeout().filter(Duration::isZero).isPresent();
    if (mustNotWait && refused) {
      create(Purpose.TIMEOUT, Condition.TIMEOUT, Duration.ZERO);
    }
    Duration delay = delays.activate(polls, host.chance(), ttl);
    boolean atOnce = mustNotWait && !refused;
    create(Purpose.ACTIVATE, Condition.ACTIVATE, atOnce ? Duration.ZERO : delay);
  }

  private void createRenew() {
    Duration delay = delays.renew(last.lease(ttl), host.clock().nanos());
    create(Purpose.RENEW, Condition.RENEW, delay);
  }

  private void createLease() {
    if (ticket.holding().wasGranted()) {
      ticket.renewLease(last.lease(ttl));
    } else {
      ticket.beginLease(last.json().path("fencing_token").asLong(), last.lease(ttl));
    }
  }

  private void create(Purpose purpose, Condition condition, Duration delay) {
    delete(purpose);
    Runnable action =
        () -> {
          timers.remove(purpose);
          on(condition);
        };
    timers.put(purpose, host.timers().start(delay, action));
  }

  private void delete(Purpose purpose) {
    Timers.Timer timer = timers.remove(purpose);
    if (timer != null) {
      timer.cancel();
    }
  }
}
