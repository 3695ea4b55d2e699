package io.tenure.node.raft;

import io.tenure.kernel.ClusterTime;
import java.util.function.LongSupplier;

/**
 * The time that a leader stamps into the log: the cluster time at which it took over, plus what has
 * gone by since on its own monotonic clock. Thread-safe.
 *
 * <p>Invariants: stamps never go back; a stamp is never ahead of the last applied time by more than
 * the cap. What would be ahead is not caught up later but forgotten: the leader was stopped, its
 * disk hung or its clock leapt, and nobody's lease may end while their renewals wait in its
 * sockets. So this clock may run late, which only lengthens leases, and never early.
 *
 * <p>The wall clock plays no part in it.
 */
final class ClusterClock {

  private static final long NANOS_PER_MICRO = 1_000;

  private final LongSupplier nanoTime;
  private final long capMicros;

  private ClusterTime base = ClusterTime.ZERO;
  private long baseNanos;

  ClusterClock(LongSupplier nanoTime, long capMicros) {
    this.nanoTime = nanoTime;
    this.capMicros = capMicros;
    this.baseNanos = nanoTime.getAsLong();
  }

  /**
   * Starts anew from the last applied time, on taking over leadership or after a pause: what went
   * by before is not counted. It never goes back behind a time that it gave out.
   */
  synchronized void anchor(ClusterTime applied) {
    base = base.advanceTo(applied);
    baseNanos = nanoTime.getAsLong();
  }

  /** The time now, for an entry to be appended after everything up to {@code applied}. */
  synchronized ClusterTime stamp(ClusterTime applied) {
    long nanos = nanoTime.getAsLong();
    ClusterTime elapsed = base.plusMicros(Math.max(0, nanos - baseNanos) / NANOS_PER_MICRO);
    ClusterTime most = applied.plusMicros(capMicros);
    ClusterTime now = most.isBefore(elapsed) ? base.advanceTo(most) : elapsed;
    base = now;
    baseNanos = nanos;
    return now;
  }
}
