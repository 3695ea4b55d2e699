package io.tenure.client.machine;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How long a claim may be believed to be held: {@code ttl}, less a margin for the rate of clocks,
 * from the moment before the request was sent that the cluster confirmed. It is over when either
 * clock says so. It is over at once, too, if the wall clock gained on the monotonic one: then the
 * machine was suspended, and nobody can say how well the wall clock counted that.
 *
 * @param ttl as the cluster granted it
 */
public record BelievedLease(ClockReading from, Duration ttl) {

  /**
   * One part in so many is not believed: this machine's clock may be slower than the leader's by
   * half a percent, and the lease is over here before it is over there.
   */
  public static final int DRIFT_PARTS = 200;

  /** By so much the wall clock may gain on the monotonic one. */
  static final long TOLERANCE_MILLIS = 1_000;

  private static final long TOLERATED_PARTS = 1_000; // of the time passed: clocks that are slewed

  /** How long it is believed: the ttl without the margin for the rate of clocks. */
  public Duration believed() {
    return Duration.ofNanos(believedNanos());
  }

  private long believedNanos() {
    long nanos = ttl.toNanos();
    return nanos - nanos / DRIFT_PARTS;
  }

  /** Why it is over, if it is. */
  public Optional<Loss.Reason> over(ClockReading now) {
    long passedNanos = now.nanos() - from.nanos();
    long passedWall = now.wallMillis() - from.wallMillis();
    if (passedNanos >= believedNanos()) {
      return Optional.of(Loss.Reason.DEADLINE);
    }
    long passedMillis = passedNanos / 1_000_000;
    if (passedWall - passedMillis > TOLERANCE_MILLIS + passedMillis / TOLERATED_PARTS) {
      return Optional.of(Loss.Reason.SUSPENDED);
    }
    return passedWall >= believedNanos() / 1_000_000 + 1
        ? Optional.of(Loss.Reason.DEADLINE)
        : Optional.empty();
  }

  /** What is left of it by the clock that leaves less; zero if it is over. */
  public Duration remaining(ClockReading now) {
    if (over(now).isPresent()) {
      return Duration.ZERO;
    }
    Duration monotonic = believed().minusNanos(now.nanos() - from.nanos());
    Duration wall = believed().minusMillis(now.wallMillis() - from.wallMillis());
    Duration less = monotonic.compareTo(wall) < 0 ? monotonic : wall;
    return less.isNegative() ? Duration.ZERO : less;
  }

  /** The end by the wall clock, to be shown; a clock that is set back does not move it. */
  public Instant deadline() {
    return Instant.ofEpochMilli(from.wallMillis()).plus(believed());
  }
}
