package io.tenure.simulation;

import io.tenure.kernel.ClusterTime;

/**
 * How a leader comes by the stamps of its entries: from the cluster time that it found, and its own
 * monotonic clock since. It is the rule of the design in its shortest form.
 */
class LeaderClock {

  static final long CAP_MICROS = 2_000_000;

  private ClusterTime base = ClusterTime.ZERO;
  private long anchorMicros;

  /** The node was elected; entries of older terms may still have to be applied. */
  void elected(ClusterTime applied, SimClock clock) {}

  /** All entries of older terms are applied. */
  void ready(ClusterTime applied, SimClock clock) {
    anchor(applied, clock);
  }

  /** A pause, or a time without a quorum, is not counted but for the cap. */
  ClusterTime stamp(ClusterTime applied, SimClock clock) {
    ClusterTime stamp = running(clock);
    ClusterTime cap = applied.plusMicros(CAP_MICROS);
    if (cap.isBefore(stamp)) {
      anchor(cap, clock);
      return cap;
    }
    return stamp;
  }

  final void anchor(ClusterTime time, SimClock clock) {
    base = time;
    anchorMicros = clock.monotonicMicros();
  }

  final ClusterTime running(SimClock clock) {
    return base.plusMicros(clock.monotonicMicros() - anchorMicros);
  }
}
