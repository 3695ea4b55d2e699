package io.tenure.simulation;

import io.tenure.kernel.ClusterTime;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is promised about cluster time, checked against true time in the order of the log: it never
 * outruns it, so that no lease ends early; under a leader that runs it does not fall behind either,
 * so that a change of leader lengthens leases only by the time without one; and a pause counts for
 * no more than the cap.
 */
final class TimeRules {

  private record Last(ClusterTime stamp, long trueMicros) {}

  /** Cluster time when a leader was ready, by its term. */
  private final Map<Long, ClusterTime> starts = new TreeMap<>();

  private @Nullable Last last;

  void startedTerm(long term, ClusterTime now) {
    starts.put(term, now);
  }

  void moved(ClusterTime from, ClusterTime to) {
    if (to.isBefore(from)) {
      throw new AssertionError("time runs back from " + from + " to " + to);
    }
    if (to.microsSince(from) > LeaderClock.CAP_MICROS) {
      throw new AssertionError("time jumps from " + from + " to " + to);
    }
  }

  void stamped(long term, ClusterTime stamp, Stamping how) {
    if (last != null) {
      long passed = Math.max(0, how.trueMicros() - last.trueMicros());
      if (stamp.microsSince(last.stamp()) > SimClock.atMost(passed)) {
        throw new AssertionError("%s came %d us after %s".formatted(stamp, passed, last.stamp()));
      }
    }
    last = new Last(stamp, how.trueMicros());
    ClusterTime start = starts.get(term);
    if (start == null) {
      throw new AssertionError("term " + term + " stamps before it starts");
    }
    long counted = stamp.microsSince(start);
    long most = SimClock.atMost(how.runningMicros()) + LeaderClock.CAP_MICROS * how.pauses();
    if (counted > most) {
      throw new AssertionError(
          "%d us were counted in term %d, of which its leader was paused for all but %d"
              .formatted(counted, term, how.runningMicros()));
    }
    if (!how.capped() && counted < SimClock.atLeast(how.runningMicros())) {
      throw new AssertionError(
          "only %d us were counted in term %d, but its leader has run for %d"
              .formatted(counted, term, how.runningMicros()));
    }
  }
}
