package io.tenure.simulation;

import io.tenure.kernel.ClusterTime;
import io.tenure.replication.ClusterClock;
import io.tenure.replication.PauseGuard;

/** Sees when a process runs and when its member takes a step, and so how its stamps come about. */
final class StampRecorder {

  private long runningMicros;
  private long lastStepNanos;
  private boolean suspected;

  private long term;
  private long readyMicros;
  private long readyNanos;
  private int pauses;
  private boolean capped;

  /** What the clock last counted from, and when. */
  private ClusterTime base = ClusterTime.ZERO;

  private long baseNanos;

  /** Whether the clock could not go on when it was last certain not to have been paused. */
  private boolean atCap;

  /** How long it had run when it was last certain not to have been paused. */
  private long certainMicros;

  private long leftOutMicros;

  StampRecorder(long nanos) {
    lastStepNanos = nanos;
  }

  /** For how long the process has run since its start, without its pauses. */
  long runningMicros() {
    return runningMicros;
  }

  void ran(long trueMicros) {
    runningMicros += trueMicros;
  }

  void paused() {
    pauses++;
  }

  /** The member begins to lead; a term that it led in before goes on. */
  void leads(long newTerm, ClusterTime applied, long nanos) {
    if (newTerm != term) {
      term = newTerm;
      base = applied;
      baseNanos = nanos;
      readyMicros = runningMicros;
      certainMicros = runningMicros;
      readyNanos = nanos;
      leftOutMicros = 0;
      pauses = 0;
      capped = false;
    }
  }

  void steps(ClusterTime applied, long nanos) {
    suspected |= nanos - lastStepNanos > PauseGuard.PAUSE_NANOS;
    lastStepNanos = nanos;
    if (!suspected) {
      certainMicros = runningMicros;
      ClusterTime now = base.plusMicros((nanos - baseNanos) / 1_000);
      atCap = now.microsSince(applied) >= ClusterClock.CAP_MICROS;
    }
  }

  /** The member stamps an entry that is to follow everything up to {@code applied}. */
  Stamping stamped(ClusterTime stamp, ClusterTime applied, long nanos, long trueMicros) {
    if (suspected) {
      leftOutMicros += runningMicros - certainMicros;
      certainMicros = runningMicros;
      suspected = false;
      capped |= atCap;
    }
    base = stamp;
    baseNanos = nanos;
    capped |= stamp.equals(applied.plusMicros(ClusterClock.CAP_MICROS));
    return new Stamping(
        trueMicros,
        runningMicros - readyMicros,
        (nanos - readyNanos) / 1_000,
        pauses,
        leftOutMicros,
        capped);
  }
}
