package io.tenure.cli.runner;

import java.time.Duration;

/**
 * The times of a runner.
 *
 * @param ttl how long the lock lasts if it is not renewed
 * @param retry between two attempts to get or renew it; less than the ttl
 */
public record RunnerTiming(Duration ttl, Duration retry) {

  public static final RunnerTiming DEFAULT =
      new RunnerTiming(Duration.ofSeconds(15), Duration.ofSeconds(5));

  public RunnerTiming {
    if (ttl.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException("the ttl must be at least a second");
    }
    if (retry.isNegative() || retry.isZero() || retry.compareTo(ttl) >= 0) {
      throw new IllegalArgumentException("the retry interval must be less than the ttl, and not 0");
    }
  }

  /** How long one attempt may take: time enough for an election, and for another within the ttl. */
  Duration callLimit() {
    Duration half = ttl.dividedBy(2);
    return half.compareTo(retry) > 0 ? half : retry;
  }
}
