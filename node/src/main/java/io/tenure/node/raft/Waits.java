package io.tenure.node.raft;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.StateView;
import io.tenure.replication.LeaderGrace;
import io.tenure.service.Caller;
import io.tenure.service.UnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Waiting for a claim to change, without a thread per waiter.
 *
 * <p>A node that has lost its leader learns of no change, however often its claims are granted and
 * expire elsewhere. So whoever waits is told once no leader was known for a second; a shorter
 * election disturbs nobody. Thread-safe.
 */
final class Waits {

  private static final Duration GRACE = Duration.ofSeconds(1);

  private final ReadGate reads;
  private final Replica replica;
  private final Watchers watchers;
  private final Leadership leadership;
  private final ScheduledExecutorService timer;
  private final Set<Wait> open = ConcurrentHashMap.newKeySet();

  /** Guarded by itself. */
  private final LeaderGrace grace = new LeaderGrace(GRACE.toNanos());

  Waits(
      ReadGate reads,
      Replica replica,
      Watchers watchers,
      Leadership leadership,
      ScheduledExecutorService timer) {
    this.reads = reads;
    this.replica = replica;
    this.watchers = watchers;
    this.leadership = leadership;
    this.timer = timer;
    leadership.onChange(this::leaderChanged);
  }

  /** Fails with an {@link UnavailableException} when this node loses its leader meanwhile. */
  CompletionStage<Optional<ClaimView>> await(
      ClaimId claim, ClaimStatus from, Duration patience, Caller caller) {
    Wait wait = new Wait(claim, from, caller);
    open.add(wait);
    wait.answer.whenComplete((now, failure) -> open.remove(wait));
    reads
        .read(wait::lookAndRegister, caller)
        .whenComplete((registered, failure) -> wait.looked(registered, failure, patience));
    failIfLeaderIsLost(); // those who came since the others were told
    return wait.answer;
  }

  private void leaderChanged() {
    boolean absenceBegins;
    synchronized (grace) {
      boolean known = leadership.standing().leader().isPresent();
      absenceBegins = grace.observe(known, System.nanoTime());
    }
    if (absenceBegins) {
      try {
        timer.schedule(this::failIfLeaderIsLost, GRACE.toNanos(), TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException shuttingDown) {
        // Whoever waits is answered by the end of its connection.
      }
    }
  }

  private void failIfLeaderIsLost() {
    if (isLeaderLost() && !open.isEmpty()) {
      List<Wait> all = List.copyOf(open);
      replica.read(state -> all.forEach(Wait::forget));
      Delivery delivery = new Delivery();
      all.forEach(wait -> wait.leaderIsLost(delivery));
      delivery.send();
    }
  }

  private boolean isLeaderLost() {
    synchronized (grace) {
      return grace.isLeaderLost(System.nanoTime());
    }
  }

  private final class Wait implements Watchers.Waiter {

    private final ClaimId claim;
    private final ClaimStatus from;
    private final Caller caller;
    private final CompletableFuture<Optional<ClaimView>> answer = new CompletableFuture<>();

    /** Guarded by the replica's lock, like the watchers. */
    private boolean forgotten;

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
      if (unchanged && !forgotten) {
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
                forget();
                return state.claim(claim);
              },
              caller)
          .whenComplete(
              (now, failure) -> {
                if (failure == null) {
                  answer.complete(now);
                } else {
                  replica.read(state -> forget());
                  answer.completeExceptionally(failure);
                }
              });
    }

    /** Under the replica's lock: from here on nobody tells this waiter of a change. */
    private void forget() {
      forgotten = true;
      watchers.remove(claim, this);
    }

    private void leaderIsLost(Delivery delivery) {
      UnavailableException failure =
          new UnavailableException("this node lost its leader while the request waited");
      delivery.add(caller.home(), () -> answer.completeExceptionally(failure));
    }
  }
}
