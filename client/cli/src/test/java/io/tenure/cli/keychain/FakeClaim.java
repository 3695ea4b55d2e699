package io.tenure.cli.keychain;

import io.tenure.client.machine.BelievedLease;
import io.tenure.client.machine.ClaimEvent;
import io.tenure.client.machine.ClaimHandle;
import io.tenure.client.machine.ClaimListener;
import io.tenure.client.machine.ClaimSpec;
import io.tenure.client.machine.Clock;
import io.tenure.client.machine.Loss;
import io.tenure.client.machine.State;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** A claim that is active at once, and ends when it is told to; a slow one when it is finished. */
final class FakeClaim implements ClaimHandle {

  private final ClaimSpec spec;
  private final ClaimListener listener;
  private final CompletableFuture<State> ended = new CompletableFuture<>();
  private final CompletableFuture<Void> known = new CompletableFuture<>();
  private final boolean slow;
  private volatile State state = State.ACTIVE;

  FakeClaim(ClaimSpec spec, ClaimListener listener) {
    this(spec, listener, false);
  }

  FakeClaim(ClaimSpec spec, ClaimListener listener, boolean slow) {
    this.spec = spec;
    this.listener = listener;
    this.slow = slow;
  }

  /** The cluster has confirmed the end. */
  void finish(State last) {
    state = last;
    ended.complete(last);
  }

  void tell(ClaimEvent event) {
    listener.on(event);
  }

  private void end(State last, ClaimEvent event) {
    state = slow ? State.WITHDRAWING : last;
    tell(event);
    if (!slow) {
      finish(last);
    }
  }

  @Override
  public ClaimSpec spec() {
    return spec;
  }

  @Override
  public Optional<Loss> loss() {
    return Optional.empty();
  }

  @Override
  public OptionalLong id() {
    return OptionalLong.of(17);
  }

  @Override
  public State state() {
    return state;
  }

  @Override
  public OptionalInt position() {
    return OptionalInt.empty();
  }

  @Override
  public boolean isHeld() {
    return state == State.ACTIVE;
  }

  @Override
  public OptionalLong fencingToken() {
    return OptionalLong.of(5);
  }

  @Override
  public Optional<BelievedLease> lease() {
    return Optional.of(new BelievedLease(Clock.SYSTEM.now(), spec.ttl()));
  }

  @Override
  public Duration remaining() {
    return isHeld() ? spec.ttl() : Duration.ZERO;
  }

  @Override
  public void release() {
    end(State.RELEASED, new ClaimEvent.Released());
  }

  @Override
  public CompletableFuture<BelievedLease> refresh() {
    return CompletableFuture.failedFuture(new IllegalStateException("it is lost"));
  }

  @Override
  public CompletableFuture<BelievedLease> refresh(Duration ttl) {
    return CompletableFuture.completedFuture(new BelievedLease(Clock.SYSTEM.now(), ttl));
  }

  @Override
  public void abort() {
    end(State.ABORTED, new ClaimEvent.Cancelled());
  }

  @Override
  public CompletableFuture<State> ended() {
    known.complete(null);
    return ended;
  }

  /** Completes when somebody waits for its end. */
  CompletableFuture<Void> registered() {
    return known;
  }
}
