package io.tenure.client.machine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The face of a {@link ClaimMachine} to other threads: what is known of the claim, the client's
 * wishes, and the telling of events. The client hears of the end of its claim once.
 */
final class Ticket implements ClaimHandle {

  private final ClaimSpec spec;
  private final ClaimListener listener;
  private final Host host;
  private final Holding holding;
  private final ClaimMachine machine;
  private final CompletableFuture<State> ended = new CompletableFuture<>();
  private volatile State state = State.NEW;
  private volatile OptionalLong id = OptionalLong.empty();
  private volatile OptionalInt position = OptionalInt.empty();

  // Guarded by this.
  private final List<CompletableFuture<BelievedLease>> asked = new ArrayList<>();
  private final List<CompletableFuture<BelievedLease>> sent = new ArrayList<>();
  private Timers.@Nullable Timer deadline;
  private boolean endTold;

  Ticket(ClaimSpec spec, ClaimListener listener, Host host) {
    this.spec = spec;
    this.listener = listener;
    this.host = host;
    this.holding = new Holding(host.clock());
    this.machine = new ClaimMachine(host, this);
  }

  ClaimMachine machine() {
    return machine;
  }

  Holding holding() {
    return holding;
  }

  @Override
  public ClaimSpec spec() {
    return spec;
  }

  @Override
  public OptionalLong id() {
    return id;
  }

  long requireId() {
    return id.orElseThrow(() -> new IllegalStateException("the claim is not registered"));
  }

  @Override
  public State state() {
    return state;
  }

  @Override
  public OptionalInt position() {
    return state == State.ACTIVE || state.isFinal() ? OptionalInt.empty() : position;
  }

  @Override
  public boolean isHeld() {
    boolean held = holding.isHeld();
    if (!held && holding.loss().isPresent()) {
      tellLater();
    }
    return held;
  }

  @Override
  public OptionalLong fencingToken() {
    return holding.token();
  }

  @Override
  public Optional<BelievedLease> lease() {
    return holding.lease();
  }

  @Override
  public Duration remaining() {
    return holding.remaining();
  }

  @Override
  public Optional<Loss> loss() {
    return holding.loss();
  }

  /** From the call on it is not held; what the cluster knows of that comes later. */
  @Override
  public void release() {
    if (holding.isHeld()) {
      holding.end();
    }
    host.execute(() -> machine.on(Condition.RELEASE));
  }

  @Override
  public void abort() {
    if (holding.isHeld()) {
      holding.end();
    }
    host.execute(() -> machine.on(Condition.SIGNAL));
  }

  @Override
  public CompletableFuture<BelievedLease> refresh() {
    return refresh(Optional.empty());
  }

  @Override
  public CompletableFuture<BelievedLease> refresh(Duration ttl) {
    ClaimSpec.checkTtl(ttl);
    return refresh(Optional.of(ttl));
  }

  @Override
  public CompletableFuture<State> ended() {
    return ended.copy();
  }

  private CompletableFuture<BelievedLease> refresh(Optional<Duration> ttl) {
    CompletableFuture<BelievedLease> future = new CompletableFuture<>();
    host.execute(
        () -> {
          if (!isHeld()) {
            future.completeExceptionally(new IllegalStateException("the claim is not held"));
            return;
          }
          synchronized (this) {
            asked.add(future);
          }
          machine.refresh(ttl);
        });
    return future;
  }

  void enter(State next) {
    state = next;
  }

  /** The engine has nothing left to do for it. */
  void close() {
    stopDeadline();
    ended.complete(state);
  }

  /** A renewal goes out: it answers all who have asked for one until now. */
  synchronized void renewalSent() {
    sent.addAll(asked);
    asked.clear();
  }

  void beginLease(long token, BelievedLease lease) {
    holding.grant(token, lease);
    startDeadline();
  }

  void renewLease(BelievedLease lease) {
    Duration before = holding.remaining();
    if (holding.renew(lease)) {
      startDeadlineIfLessThan(before);
    }
  }

  /** A renewal is about to be sent that may be carried out without our ever hearing of it. */
  void expectAtMost(BelievedLease asked) {
    Duration before = holding.remaining();
    holding.expectAtMost(asked);
    startDeadlineIfLessThan(before);
  }

  private void startDeadlineIfLessThan(Duration before) {
    if (holding.remaining().compareTo(before) < 0) {
      startDeadline();
    }
  }

  void endLease() {
    holding.end();
    stopDeadline();
  }

  private synchronized void startDeadline() {
    stopDeadline();
    deadline = host.deadlines().start(holding.remaining(), this::check);
  }

  private synchronized void stopDeadline() {
    if (deadline != null) {
      deadline.cancel();
      deadline = null;
    }
  }

  private void tellLater() {
    synchronized (this) {
      if (endTold) {
        return;
      }
    }
    host.deadlines().start(Duration.ZERO, this::check);
  }

  /** Looks at the clocks, by a thread that is never kept waiting by the network or the loop. */
  void check() {
    Optional<Loss> loss = holding.loss();
    if (loss.isPresent()) {
      tellLost(loss.get());
      host.execute(() -> machine.on(Condition.LEASE));
    } else if (holding.isHeld()) {
      startDeadline();
    }
  }

  /** As {@link #check}, without a timer that is running already being touched. */
  void glance() {
    if (holding.loss().isPresent()) {
      check();
    }
  }

  synchronized void tellRegistered(long number) {
    id = OptionalLong.of(number);
    tell(new ClaimEvent.Registered(number));
  }

  synchronized void tellPosition(int place) {
    if (place > 0 && (position.isEmpty() || position.getAsInt() != place)) {
      position = OptionalInt.of(place);
      tell(new ClaimEvent.Waiting(place));
    }
  }

  synchronized void tellAcquired() {
    holding
        .lease()
        .ifPresent(lease -> tell(new ClaimEvent.Active(holding.token().orElseThrow(), lease)));
  }

  void tellRenewed() {
    List<CompletableFuture<BelievedLease>> answered;
    synchronized (this) {
      answered = List.copyOf(sent);
      sent.clear();
      holding
          .lease()
          .ifPresent(lease -> tell(new ClaimEvent.Renewed(holding.token().orElseThrow(), lease)));
    }
    BelievedLease lease = holding.lease().orElseThrow();
    answered.forEach(each -> each.complete(lease));
  }

  void tellLost(Loss loss) {
    holding.lose(loss);
    tellEnd(new ClaimEvent.Lost(holding.loss().orElse(loss)));
  }

  /** The last event; there are no others after it. */
  void tellEnd(ClaimEvent event) {
    List<CompletableFuture<BelievedLease>> unanswered;
    synchronized (this) {
      tell(event);
      endTold = true;
      unanswered = new ArrayList<>(asked);
      unanswered.addAll(sent);
      asked.clear();
      sent.clear();
    }
    unanswered.forEach(
        each -> each.completeExceptionally(new IllegalStateException("the claim is not held")));
  }

  private void tell(ClaimEvent event) {
    if (!endTold) {
      listener.on(event);
    }
  }
}
