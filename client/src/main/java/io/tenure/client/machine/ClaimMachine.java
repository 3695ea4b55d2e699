package io.tenure.client.machine;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.NoAnswer;
import io.tenure.client.transport.SendResult;
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

  /**
   * The request that an answer is awaited to. With a key it is the same in all attempts, and its
   * answer may be about any of them; without one each attempt is a request of its own.
   *
   * @param request none for a renewal, which may go out together with others
   * @param from the moment before it was sent first
   */
  private record Outgoing(
      Action kind, Optional<ApiRequest> request, Duration ttl, ClockReading from) {

    boolean isKeyed() {
      return request.flatMap(ApiRequest::key).isPresent();
    }
  }

  private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

  private final Host host;
  private final Ticket ticket;
  private final Delays delays;
  private final Map<Purpose, Timers.Timer> timers = new EnumMap<>(Purpose.class);
  private final Deque<Condition> kept = new ArrayDeque<>();
  private @Nullable Outgoing outgoing;
  private Meaning last;
  private Optional<HttpAnswer> conflict = Optional.empty();
  private Duration ttl;
  private Duration shortest; // of the renewals that may still be carried out unnoticed
  private int attempt; // changes with every request sent, so that old answers are known as such
  private int failures; // of the request in a row
  private int polls; // since it waits

  ClaimMachine(Host host, Ticket ticket) {
    this.host = host;
    this.ticket = ticket;
    this.delays = new Delays(host.tuning());
    this.ttl = ticket.spec().ttl();
    this.shortest = FOREVER;
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
      last = Meaning.of(ClaimWire.refusal(status), last.sent());
      on(Condition.SEEN_ENDED);
    }
  }

  private void answered(int number, SendResult reply, ClockReading sent) {
    if (number == attempt) {
      endLeaseThatIsOver();
    }
    if (number != attempt) {
      return;
    }
    noteWhatMayStillBeDone(reply);
    last = Meaning.of(reply, sent);
    if (state() == State.REGISTERING && last.isEnded()) {
      last = Meaning.of(ClaimWire.refusal(last.json().path("status").asText()), sent);
      StateTable.find(state(), Condition.ANSWERED_ENDED).ifPresent(this::follow);
      return;
    }
    int status = last.status(state(), ttl, host.clock().now());
    StateTable.find(state(), status).ifPresent(this::follow);
  }

  /**
   * A renewal that went to a node which did not answer may be carried out at any later time, and
   * from then on the lease is as long as that one asked for. So none is believed for longer.
   */
  private void noteWhatMayStillBeDone(SendResult reply) {
    boolean done = reply instanceof HttpAnswer answer && answer.status() < 500 && answer.sentOnce();
    if (state() == State.RENEWING && !done && outgoing != null) {
      shortest = shorter(shortest, outgoing.ttl());
    }
  }

  private BelievedLease lease() {
    return last.lease(shorter(ttl, shortest));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
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
    HttpAnswer refusal = last.answer().orElseGet(() -> HttpAnswer.of(500, ""));
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
        .or(() -> last.answer().map(ClaimWire::loss))
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
    failures = again ? failures : 0;
    attempt++;
    int number = attempt;
    if (kind == Action.SEND_RENEW) {
      outgoing = new Outgoing(kind, Optional.empty(), ttl, host.clock().now());
      ticket.expectAtMost(new BelievedLease(host.clock().now(), ttl));
      ticket.renewalSent();
      host.renew(
          new RenewalOrder(
              ticket.requireId(), ttl, (reply, moment) -> answered(number, reply, moment)));
      return;
    }
    Outgoing sent =
        old != null && again && old.isKeyed()
            ? old
            : new Outgoing(kind, Optional.of(request(kind)), ttl, host.clock().now());
    outgoing = sent;
    host.send(sent.request().orElseThrow(), reply -> answered(number, reply, sent.from()));
  }

  private ApiRequest request(Action kind) {
    String version = host.tuning().apiVersion();
    return switch (kind) {
      case SEND_POST -> ClaimWire.post(version, ticket.spec());
      case SEND_ABORT -> ClaimWire.end(version, ticket.requireId(), "aborted", ttl);
      case SEND_RELEASE -> ClaimWire.end(version, ticket.requireId(), "released", ttl);
      case SEND_WITHDRAW -> ClaimWire.end(version, ticket.requireId(), "withdrawn", ttl);
      case SEND_ACTIVATE -> ClaimWire.activate(version, ticket.requireId(), ttl);
      default -> throw new IllegalStateException(kind.name());
    };
  }

  private void abandonPost() {
    if (outgoing != null) {
      outgoing.request().ifPresent(host::abandon);
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
    Duration delay = delays.renew(lease(), host.clock().nanos());
    create(Purpose.RENEW, Condition.RENEW, delay);
  }

  private void createLease() {
    if (ticket.holding().wasGranted()) {
      ticket.renewLease(lease());
    } else {
      ticket.beginLease(last.json().path("fencing_token").asLong(), lease());
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
