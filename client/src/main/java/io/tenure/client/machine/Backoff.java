package io.tenure.client.machine;

import java.time.Duration;

/**
 * How long to wait before the next attempt: {@code first}, then {@code factor} times as long each
 * time, never longer than {@code longest}; each by chance shorter by up to a {@code jitter} part.
 */
public record Backoff(Duration first, double factor, Duration longest, double jitter) {

  public Backoff {
    if (first.isNegative() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException("a back-off from " + first + " to " + longest);
    }
    if (!(factor >= 1) || !(jitter >= 0 && jitter < 1)) {
      throw new IllegalArgumentException("factor " + factor + ", jitter " + jitter);
    }
  }

  public static Backoff of(long firstMillis, long longestMillis) {
    return new Backoff(Duration.ofMillis(firstMillis), 2, Duration.ofMillis(longestMillis), 0.3);
  }

  /**
   * The time before another attempt.
   *
   * @param failures how many attempts there were, at least 1
   * @param chance within 0 and 1
   */
  Duration delay(int failures, double chance) {
    double grown = first.toNanos() * Math.pow(factor, Math.min(failures, 64) - 1);
    double capped = Math.min(grown, longest.toNanos());
    return Duration.ofNanos((long) (capped * (1 - jitter * chance)));
  }
}
