package io.tenure.node.raft;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets time pass in the log while nobody calls: the leader proposes a tick when a lease has run
 * out, and at least once a second while anything depends on time. It also beats for the {@link
 * PauseGuard}.
 */
final class Ticker implements AutoCloseable {

  private static final long QUIET_NANOS = 1_000_000_000;
  private static final long SHORTEST_NAP_NANOS = 500_000;

  private static final byte[] TICK = RequestCodec.encode(Request.of(new Command.Tick()));

  private final Leadership leadership;
  private final Replica replica;
  private final ClusterClock clock;
  private final PauseGuard pauses;
  private final Proposer proposer;
  private final AtomicBoolean pending = new AtomicBoolean();
  private final Thread thread;
  private volatile boolean closed;

  /** The expiry that its present nap is meant for. */
  private volatile ClusterTime awaited = ClusterTime.NEVER;

  Ticker(
      Leadership leadership,
      Replica replica,
      ClusterClock clock,
      PauseGuard pauses,
      Proposer proposer,
      FailStop failStop) {
    this.leadership = leadership;
    this.replica = replica;
    this.clock = clock;
    this.pauses = pauses;
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
      pauses.beat();
      LockSupport.parkNanos(
          this, leadership.standing().mine() ? tickOrNap() : PauseGuard.BEAT_NANOS);
    }
  }

  private long tickOrNap() {
    Applied applied = replica.applied();
    awaited = applied.nextExpiry();
    if (!applied.timed() || pending.get()) {
      return PauseGuard.BEAT_NANOS;
    }
    if (pauses.isSuspected()) {
      tick();
      return PauseGuard.BEAT_NANOS;
    }
    ClusterTime now = clock.stamp(applied.now());
    long quiet = System.nanoTime() - applied.atNanos();
    long leftMicros = applied.nextExpiry().microsSince(now); // "never" is simply far away
    if (leftMicros <= 0 || quiet >= QUIET_NANOS) {
      tick();
      return PauseGuard.BEAT_NANOS;
    }
    long napMicros = Math.min(PauseGuard.BEAT_NANOS / 1_000, leftMicros);
    return Math.max(SHORTEST_NAP_NANOS, napMicros * 1_000);
  }

  private void tick() {
    pending.set(true);
    proposer.offer(new TickSubmission());
  }

  /** Nobody waits for a tick; only the next one may follow when it is over. */
  private final class TickSubmission extends Submission {

    private final AtomicBoolean ended = new AtomicBoolean();

    TickSubmission() {
      super(TICK, true, System.nanoTime() + QUIET_NANOS);
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
