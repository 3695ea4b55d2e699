package io.tenure.replication;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.StateView;
import io.tenure.service.Caller;
import io.tenure.service.UnavailableException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Somebody who waits until a claim is not in a status any more. */
public final class Wait {

  private final ClaimId claim;
  private final ClaimStatus from;
  private final long endsNanos;
  private final Caller caller;
  private final CompletableFuture<Optional<ClaimView>> answer = new CompletableFuture<>();

  /** Whether nobody may tell it of changes any more. Changed while the state stands still only. */
  private boolean forgotten;

  /**
   * Wants to be told of a change.
   *
   * @param endsNanos when it is told how the claim is, though it has not changed
   */
  public Wait(ClaimId claim, ClaimStatus from, long endsNanos, Caller caller) {
    this.claim = claim;
    this.from = from;
    this.endsNanos = endsNanos;
    this.caller = caller;
  }

  public CompletableFuture<Optional<ClaimView>> answer() {
    return answer;
  }

  ClaimId claim() {
    return claim;
  }

  Caller caller() {
    return caller;
  }

  long endsNanos() {
    return endsNanos;
  }

  /**
   * What a look at the claim showed.
   *
   * @param ends whether it ends the wait; if not, whoever waits will be told of a change, or is
   *     told by whoever gave the wait up
   */
  record Look(Optional<ClaimView> now, boolean ends) {}

  /** While the state stands still: registers if there is nothing to tell yet. */
  Look lookAndRegister(StateView state, WaitList list) {
    Optional<ClaimView> now = state.claim(claim);
    boolean ends = isToldOf(now);
    if (!ends && !forgotten) {
      list.add(this);
    }
    return new Look(now, ends);
  }

  /** While the state stands still: the last look, whatever it shows. */
  Look lookAndForget(StateView state, WaitList list) {
    Optional<ClaimView> now = state.claim(claim);
    forget(list);
    return new Look(now, true);
  }

  /** While the state stands still: from here on nobody tells it of a change. */
  void forget(WaitList list) {
    forgotten = true;
    list.remove(this);
  }

  boolean isToldOf(Optional<ClaimView> now) {
    return now.isEmpty() || now.get().claim().status() != from;
  }

  Runnable told(Optional<ClaimView> now) {
    return () -> answer.complete(now);
  }

  Runnable unavailable(String reason) {
    return () -> answer.completeExceptionally(new UnavailableException(reason));
  }
}
