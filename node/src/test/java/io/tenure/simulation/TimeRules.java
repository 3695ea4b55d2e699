package io.tenure.simulation;

import io.tenure.kernel.ClusterTime;
import io.tenure.replication.ClusterClock;
import io.tenure.replication.PauseGuard;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is promised about cluster time, checked against true time in the order of the log: it never
 * outruns it, so that no lease ends early; under a leader that runs it does not fall behind either,
 * so that a change of leader lengthens leases only by the time without one; and of a pause no more
 * counts than what is too short to be noticed.
 */
final class TimeRules {

  private static final long MOST_QUIET_MICROS = 1_200_000;
  private static final long MOST_OVERDUE_MICROS = 200_000;
  private static final long ROUNDING_MICROS = 2;
  private static final long UNNOTICED_MICROS = PauseGuard.PAUSE_NANOS / 1_000;

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
    if (to.microsSince(from) > ClusterClock.CAP_MICROS) {
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
    long most = SimClock.atMost(how.runningMicros()) + UNNOTICED_MICROS * how.pauses();
    if (counted > most) {
      throw new AssertionError(
          "%d us were counted in term %d, of which its leader was paused for all but %d"
              .formatted(counted, term, how.runningMicros()));
    }
    long least = SimClock.atLeast(how.runningMicros() - how.leftOutMicros());
    requireOwnClock(counted, term, how);
    long rounding = ROUNDING_MICROS + how.pauses(); // a part of a microsecond is lost with each
    if (!how.capped() && counted + rounding < least) {
      throw new AssertionError(
          "only %d us were counted in term %d, but its leader has run for %d"
              .formatted(counted, term, least));
    }
  }

  /** A leader that was not disturbed counts exactly what its own clock says. */
  private static void requireOwnClock(long counted, long term, Stamping how) {
    boolean undisturbed = how.pauses() == 0 && how.leftOutMicros() == 0;
    boolean differs = Math.abs(counted - how.clockMicros()) > ROUNDING_MICROS;
    if (undisturbed && !how.capped() && differs) {
      throw new AssertionError(
          "%d us were counted in term %d, but the clock of its leader says %d"
              .formatted(counted, term, how.clockMicros()));
    }
  }

  /**
   * The cluster has been in order for some seconds, and nobody has called.
   *
   * @param expiry when the next lease runs out
   */
  void idle(ClusterTime expiry, long trueMicros) {
    if (last == null) {
      throw new AssertionError("no tick came");
    }
    long quiet = trueMicros - last.trueMicros();
    if (quiet > MOST_QUIET_MICROS) {
      throw new AssertionError("the last tick was " + quiet + " us ago");
    }
    long overdue = last.stamp().plusMicros(quiet).microsSince(expiry);
    if (overdue > MOST_OVERDUE_MICROS) {
      throw new AssertionError("a lease ran out " + overdue + " us ago, and goes on");
    }
  }
}
