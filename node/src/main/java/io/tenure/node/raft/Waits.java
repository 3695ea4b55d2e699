package io.tenure.node.raft;

import io.tenure.gateway.Caller;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.StateView;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Waiting for a claim to change, without a thread per waiter. */
final class Waits {

  private final ReadGate reads;
  private final Replica replica;
  private final Watchers watchers;
  private final ScheduledExecutorService timer;

  Waits(ReadGate reads, Replica replica, Watchers watchers, ScheduledExecutorService timer) {
    this.reads = reads;
    this.replica = replica;
    this.watchers = watchers;
    this.timer = timer;
  }

  CompletionStage<Optional<ClaimView>> await(
      ClaimId claim, ClaimStatus from, Duration patience, Caller caller) {
    Wait wait = new Wait(claim, from, caller);
    reads
        .read(wait::lookAndRegister, caller)
        .whenComplete((registered, failure) -> wait.looked(registered, failure, patience));
    return wait.answer;
  }

  private final class Wait implements Watchers.Waiter {

    private final ClaimId claim;
    private final ClaimStatus from;
    private final Caller caller;
    private final CompletableFuture<Optional<ClaimView>> answer = new CompletableFuture<>();

    Wait(ClaimId claim, ClaimStatus from, Caller caller) {
      this.claim = claim;
      this.from = from;
      this.caller = caller;
    }

    @Override
    public ClaimStatus from() {
      return from;
    }

    @Override
    public void changed(Optional<ClaimView> now, Delivery delivery) {
      delivery.add(caller.home(), () -> answer.complete(now));
    }

    /** Runs while the state stands still, so that no change can slip past the registration. */
    private boolean lookAndRegister(StateView state) {
      Optional<ClaimView> now = state.claim(claim);
      boolean unchanged = now.isPresent() && now.get().claim().status() == from;
      if (unchanged) {
        watchers.add(claim, this);
      } else {
        Delivery.handOver(caller.home(), () -> answer.complete(now));
      }
      return unchanged;
    }

    private void looked(
        @Nullable Boolean registered, @Nullable Throwable failure, Duration patience) {
      if (failure != null) {
        answer.completeExceptionally(failure);
      } else if (Boolean.TRUE.equals(registered)) {
        Future<?> end = timer.schedule(this::giveUp, patience.toNanos(), TimeUnit.NANOSECONDS);
        answer.whenComplete((now, late) -> end.cancel(false));
      }
    }

    private void giveUp() {
      reads
          .read(
              state -> {
                watchers.remove(claim, this);
                return state.claim(claim);
              },
              caller)
          .whenComplete(
              (now, failure) -> {
                if (failure == null) {
                  answer.complete(now);
                } else {
                  replica.read(state -> watchers.remove(claim, this));
                  answer.completeExceptionally(failure);
                }
              });
    }
  }
}
