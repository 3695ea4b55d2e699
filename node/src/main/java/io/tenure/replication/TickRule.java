package io.tenure.replication;

import io.tenure.kernel.ClusterTime;

/**
 * When a leader lets time pass in the log although nobody calls: as soon as a lease has run out,
 * and at least once a second while anything depends on time.
 */
public final class TickRule {

  /** A tick that was not applied after this time is given up, and another one may follow. */
  public static final long PATIENCE_NANOS = 1_000_000_000;

  private static final long QUIET_NANOS = 1_000_000_000;
  private static final long SHORTEST_NAP_NANOS = 500_000;

  private TickRule() {}

  /**
   * What a leader knows when it looks.
   *
   * @param applied the cluster time of the last applied entry
   * @param nextExpiry when the next lease runs out
   * @param timed whether anything in the state depends on the passing of time
   * @param quietNanos how long ago the last entry was applied
   * @param pending whether a tick is under way
   */
  public record Situation(
      ClusterTime applied,
      ClusterTime nextExpiry,
      boolean timed,
      long quietNanos,
      boolean pending) {}

  /** Whether to propose a tick, and when to look again. */
  public record Decision(boolean tick, long napNanos) {

    private static final Decision TICK = new Decision(true, PauseGuard.BEAT_NANOS);
    private static final Decision WAIT = new Decision(false, PauseGuard.BEAT_NANOS);
  }

  /**
   * Decides at a time of the leader's clock.
   *
   * @param suspected whether a quorum must be asked first, which the tick will do
   */
  static Decision decide(Situation seen, ClusterTime now, boolean suspected) {
    if (!seen.timed() || seen.pending()) {
      return Decision.WAIT;
    }
    long leftMicros = seen.nextExpiry().microsSince(now); // "never" is simply far away
    if (suspected || leftMicros <= 0 || seen.quietNanos() >= QUIET_NANOS) {
      return Decision.TICK;
    }
    long napMicros = Math.min(PauseGuard.BEAT_NANOS / 1_000, leftMicros);
    return new Decision(false, Math.max(SHORTEST_NAP_NANOS, napMicros * 1_000));
  }
}
