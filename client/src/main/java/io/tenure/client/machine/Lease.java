package io.tenure.client.machine;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How long a claim may be believed to be held: {@code ttl} from the moment before the request was
 * sent that the cluster confirmed. It is over when either clock says so. It is over at once, too,
 * if the wall clock gained on the monotonic one: then the machine was suspended, and nobody can say
 * how well the wall clock counted that.
 */
public record Lease(Moment from, Duration ttl) {

  private static final long TOLERANCE_MILLIS = 1_000;
  private static final long TOLERATED_PARTS = 1_000; // of the time passed: clocks that are slewed

  /** Why it is over, if it is. */
  public Optional<Loss.Reason> over(Moment now) {
    long passedNanos = now.nanos() - from.nanos();
    long passedWall = now.wallMillis() - from.wallMillis();
    if (passedNanos >= ttl.toNanos()) {
      return Optional.of(Loss.Reason.DEADLINE);
    }
    long passedMillis = passedNanos / 1_000_000;
    if (passedWall - passedMillis > TOLERANCE_MILLIS + passedMillis / TOLERATED_PARTS) {
      return Optional.of(Loss.Reason.SUSPENDED);
    }
    return passedWall >= ttl.toMillis() + 1 ? Optional.of(Loss.Reason.DEADLINE) : Optional.empty();
  }

  /** What is left of it by the clock that leaves less; zero if it is over. */
  public Duration remaining(Moment now) {
    if (over(now).isPresent()) {
      return Duration.ZERO;
    }
    Duration monotonic = ttl.minusNanos(now.nanos() - from.nanos());
    Duration wall = ttl.minusMillis(now.wallMillis() - from.wallMillis());
    Duration less = monotonic.compareTo(wall) < 0 ? monotonic : wall;
    return less.isNegative() ? Duration.ZERO : less;
  }

  /** The end by the wall clock, to be shown; a clock that is set back does not move it. */
  public Instant deadline() {
    return Instant.ofEpochMilli(from.wallMillis()).plus(ttl);
  }
}
