package io.tenure.simulation;

import io.tenure.simulation.KernelBugs.Patch;
import java.util.List;
import java.util.stream.Stream;

/** Bugs for the rules of a leader's time, planted as {@link KernelBugs} are. */
final class TimeBugs {

  private TimeBugs() {}

  static List<Patch> all() {
    return Stream.of(terms(), looks(), pauses(), ticks()).flatMap(List::stream).toList();
  }

  private static List<Patch> terms() {
    return List.of(
        new Patch(
            "a new term keeps what an earlier leadership of the same node stamped",
            "ClusterClock",
            "base = applied;",
            "base = base.advanceTo(applied);"),
        new Patch(
            "a leader goes on from its first term",
            "ClusterClock",
            "      base = applied;\n      baseNanos = nanos;",
            "      if (base.micros() == 0) { base = applied; baseNanos = nanos; }"));
  }

  private static List<Patch> looks() {
    return List.of(
        new Patch(
            "looking at the clock moves it",
            "LeaderTime",
            "return clock.now(applied, nanos);",
            "clock.leaveOut(nanos, nanos, applied);\nreturn clock.now(applied, nanos);"),
        new Patch(
            "stamps have no cap",
            "ClusterClock",
            "return most.isBefore(elapsed) ? base.advanceTo(most) : elapsed;",
            "return elapsed;"),
        new Patch(
            "what is beyond the cap is caught up later",
            "ClusterClock",
            "    base = now;\n",
            "    if (now.equals(applied.plusMicros(CAP_MICROS))) { return Optional.of(now); }\n"
                + "    base = now;\n"));
  }

  private static List<Patch> pauses() {
    return List.of(
        new Patch(
            "a leader that was paused stamps without asking a quorum",
            "PauseGuard",
            "return suspected || isLate(nanos);",
            "return false;"),
        new Patch(
            "no pause is ever noticed",
            "PauseGuard",
            "return nanos - lastBeat > PAUSE_NANOS;",
            "return false;"),
        new Patch(
            "the time of a pause is counted",
            "LeaderTime",
            "clock.leaveOut(pauses.pausedFrom(), nanos, applied);",
            ""),
        new Patch(
            "the time before a pause is not counted",
            "LeaderTime",
            "clock.leaveOut(pauses.pausedFrom(), nanos, applied);",
            "clock.leaveOut(Long.MIN_VALUE / 2, nanos, applied);"));
  }

  private static List<Patch> ticks() {
    return List.of(
        new Patch(
            "no tick comes when nobody calls",
            "TickRule",
            "seen.quietNanos() >= QUIET_NANOS",
            "false"),
        new Patch(
            "a lease that has run out waits for the next tick",
            "TickRule",
            "leftMicros <= 0 ||",
            ""));
  }
}
