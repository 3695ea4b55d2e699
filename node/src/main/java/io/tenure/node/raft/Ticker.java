package io.tenure.node.raft;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.replication.PauseGuard;
import io.tenure.replication.TickRule;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets time pass in the log while nobody calls, when the {@link TickRule} says so. It also beats
 * for the {@link PauseGuard}.
 */
final class Ticker implements AutoCloseable {

  private static final byte[] TICK = RequestCodec.encode(Request.of(new Command.Tick()));

  private final Leadership leadership;
  private final Replica replica;
  private final Stamps stamps;
  private final Proposer proposer;
  private final AtomicBoolean pending = new AtomicBoolean();
  private final Thread thread;
  private volatile boolean closed;

  /** The expiry that its present nap is meant for. */
  private volatile ClusterTime awaited = ClusterTime.NEVER;

  Ticker(
      Leadership leadership, Replica replica, Stamps stamps, Proposer proposer, FailStop failStop) {
    this.leadership = leadership;
    this.replica = replica;
    this.stamps = stamps;
    this.proposer = proposer;
    this.thread = Threads.vital("tenure-ticker", this::run, failStop);
  }

  void start() {
    thread.start();
  }

  /** Looks again at what is due, if that is earlier than it knew; to be called after a batch. */
  void hasApplied(ClusterTime nextExpiry) {
    if (nextExpiry.isBefore(awaited)) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    Threads.join(thread);
  }

  private void run() {
    while (!closed) {
      stamps.beat();
      LockSupport.parkNanos(
          this, leadership.standing().mine() ? tickOrNap() : PauseGuard.BEAT_NANOS);
    }
  }

  private long tickOrNap() {
    Applied applied = replica.applied();
    awaited = applied.nextExpiry();
    TickRule.Decision decision = stamps.look(applied, pending.get());
    if (decision.tick()) {
      tick();
    }
    return decision.napNanos();
  }

  private void tick() {
    pending.set(true);
    proposer.offer(new TickSubmission());
  }

  /** Nobody waits for a tick; only the next one may follow when it is over. */
  private final class TickSubmission extends Submission {

    private final AtomicBoolean ended = new AtomicBoolean();

    TickSubmission() {
      super(TICK, true, System.nanoTime() + TickRule.PATIENCE_NANOS);
    }

    @Override
    boolean isOver() {
      return ended.get();
    }

    @Override
    boolean lost(String reason) {
      over();
      return false;
    }

    @Override
    boolean isRepeatable() {
      return false;
    }

    @Override
    void applied(Result result, Delivery delivery) {
      over();
      LockSupport.unpark(thread); // there may be more to end
    }

    @Override
    void refused(String reason) {
      over();
    }

    @Override
    void notLeader() {
      over();
    }

    @Override
    void unknown(String reason) {
      over();
    }

    /** Without a wake-up: what could not be proposed is tried again at the next beat. */
    private void over() {
      if (ended.compareAndSet(false, true)) {
        pending.set(false);
      }
    }
  }
}
