package io.tenure.chaos;

import io.tenure.chaos.checker.Tolerance;
import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.nemesis.Faults;
import java.time.Duration;
import java.util.List;

/** How exactly a run can be judged, by what went wrong in it and by how fast the machine is. */
final class Tolerances {

  private Tolerances() {}

  /**
   * The usual ones; wider where clocks were made to drift, and where nodes take long to start.
   *
   * @param start how long the cluster took from the start of its processes to its first leader
   */
  static Tolerance of(List<FaultSpan> faults, Duration start) {
    boolean drift = faults.stream().anyMatch(fault -> fault.fault().contains("clock"));
    Tolerance usual = Tolerance.DEFAULT;
    return usual
        .withRecovery(usual.recovery().plus(start))
        .withPromotionGrace(ChaosPlan.PROMOTION_GRACE)
        .withClockRate(drift ? 1 + Faults.MAX_DRIFT : 1);
  }
}
