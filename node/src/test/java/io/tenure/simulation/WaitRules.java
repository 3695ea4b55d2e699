package io.tenure.simulation;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is promised to whoever waits for a claim to change: to be told as soon as its node has
 * looked and knows of the change, and of nothing else before its time is over.
 */
final class WaitRules {

  /** An answer from the archive, and its way. */
  private static final long MOST_MICROS = 10 * SimProcess.ANSWER_MICROS;

  /** A second, and what a late thread adds. */
  private static final long MOST_LEADERLESS_MICROS = 1_200_000 + SimProcess.LATEST_MICROS;

  /** Somebody who waits at one node. */
  static final class Watch extends Call {

    /** A round may have to end before the last look, and another one to be tried. */
    private static final long EXTRA_MICROS = 2 * ReadIndex.LONGEST_MICROS;

    private final ClaimId claim;
    private final ClaimStatus from;
    private final long endsNanos;
    private final long cameMicros;

    /** For how long the process had run when it had looked: all that was filed by then is there. */
    private long lookedMicros = -1;

    /** For how long it had run when the claim had changed there, and it had looked. */
    private long leftMicros = -1;

    Watch(SimProcess process, ClaimId claim, ClaimStatus from, long endsNanos, long dueNanos) {
      super(process, "a wait for " + claim, dueNanos, EXTRA_MICROS);
      this.claim = claim;
      this.from = from;
      this.endsNanos = endsNanos;
      cameMicros = process.recorder.runningMicros();
    }

    private void noteChange() {
      Optional<Claim> now = process.node.table().claim(claim);
      if (leftMicros < 0 && now.filter(live -> live.status() == from).isEmpty()) {
        leftMicros = process.recorder.runningMicros();
      }
    }

    private void requireTold() {
      long running = process.recorder.runningMicros();
      if (leftMicros >= 0 && running - leftMicros > MOST_MICROS) {
        throw new AssertionError(what + " misses its change");
      }
      boolean goesOn = process.nanos() - endsNanos < 0 && running - cameMicros > MOST_MICROS;
      if (goesOn && process.leaderlessMicros() > MOST_LEADERLESS_MICROS) {
        throw new AssertionError(what + " goes on without a leader");
      }
    }
  }

  private final CallRules calls;
  private final List<Watch> open = new ArrayList<>();
  private long changes;

  WaitRules(CallRules calls) {
    this.calls = calls;
  }

  /** How many of those who waited were told of a change. */
  long changes() {
    return changes;
  }

  void begins(Watch watch) {
    calls.begins(watch);
    open.add(watch);
  }

  /**
   * A wait is over.
   *
   * @param told nothing if no leader could be found
   */
  void ends(Watch watch, @Nullable Optional<ClaimView> told) {
    calls.ends(watch);
    open.remove(watch);
    if (told == null) {
      return;
    }
    boolean changed = told.map(view -> view.claim().status() != watch.from).orElse(true);
    if (!changed && watch.process.nanos() - watch.endsNanos < 0) {
      throw new AssertionError(watch.what + " ends too early, by " + told);
    }
    changes += changed && watch.lookedMicros >= 0 ? 1 : 0;
  }

  /** A process has applied something, or taken over a snapshot. */
  void stateChanged(SimProcess process) {
    for (Watch watch : open) {
      if (watch.process == process && watch.lookedMicros >= 0) {
        watch.noteChange();
      }
    }
  }

  /** A round that began then has shown a process the state. */
  void looked(SimProcess process, long beganNanos) {
    for (Watch watch : open) {
      if (watch.process == process && watch.lookedMicros < 0 && beganNanos - watch.cameNanos > 0) {
        watch.lookedMicros = process.recorder.runningMicros();
        watch.noteChange();
      }
    }
  }

  /** To be called often: looks for those who should have been told. */
  void requireTold() {
    open.removeIf(watch -> !watch.process.isAlive());
    for (Watch watch : open) {
      if (watch.process.node.runs()) {
        watch.requireTold();
      }
    }
  }
}
