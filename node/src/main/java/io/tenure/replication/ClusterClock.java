package io.tenure.replication;

import io.tenure.kernel.ClusterTime;
import java.util.Optional;

/**
 * The time that a leader stamps into the log: the cluster time that was applied when its term
 * started, plus what has gone by since on its own monotonic clock.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>A term starts from the applied time alone. What this node stamped in an earlier term and
 *       nobody committed is forgotten: another leader may have granted leases by an earlier time
 *       since, and they would end early.
 *   <li>Stamps of one term never go back.
 *   <li>A stamp is never ahead of the last applied time by more than the cap. What would be ahead
 *       is not caught up later but forgotten: the leader was stopped, its disk hung or its clock
 *       leapt, and nobody's lease may end while their renewals wait in its sockets.
 *   <li>Looking at the clock does not move it.
 * </ul>
 *
 * <p>So this clock may run late, which only lengthens leases, and never early. The wall clock plays
 * no part in it.
 */
public final class ClusterClock {

  public static final long CAP_MICROS = 2_000_000;

  private static final long NANOS_PER_MICRO = 1_000;

  private long term;
  private ClusterTime base = ClusterTime.ZERO;
  private long baseNanos;

  /**
   * Starts from the last applied time, when all entries of older terms are applied. A term that
   * started before goes on instead: leadership was to be handed over and was not, so nobody else
   * led in between.
   */
  void startTerm(long newTerm, ClusterTime applied, long nanos) {
    if (newTerm != term) {
      term = newTerm;
      base = applied;
      baseNanos = nanos;
    }
  }

  boolean isIn(long someTerm) {
    return term == someTerm;
  }

  /** What a stamp would be now, for an entry after everything up to {@code applied}. */
  ClusterTime now(ClusterTime applied, long nanos) {
    ClusterTime elapsed = base.plusMicros(sinceBase(nanos) / NANOS_PER_MICRO);
    ClusterTime most = applied.plusMicros(CAP_MICROS);
    return most.isBefore(elapsed) ? base.advanceTo(most) : elapsed;
  }

  /** The time for an entry of this term; nothing if the clock runs in another one. */
  Optional<ClusterTime> stamp(long forTerm, ClusterTime applied, long nanos) {
    if (!isIn(forTerm)) {
      return Optional.empty();
    }
    ClusterTime now = now(applied, nanos);
    base = now;
    baseNanos = nanos - sinceBase(nanos) % NANOS_PER_MICRO; // parts of a microsecond add up
    return Optional.of(now);
  }

  /** Counts the time up to {@code fromNanos}, and from {@code untilNanos} on. */
  void leaveOut(long fromNanos, long untilNanos, ClusterTime applied) {
    base = now(applied, fromNanos);
    baseNanos = untilNanos;
  }

  private long sinceBase(long nanos) {
    return Math.max(0, nanos - baseNanos);
  }
}
