package io.tenure.chaos.checker;

import java.time.Duration;

/**
 * How exactly time is judged.
 *
 * @param clockRate how many seconds a node's monotonic clock counts at most in one second of the
 *     harness; above 1 only if the run made clocks drift
 * @param lateExpiry how long after its ttl a lease may still be held in a healthy cluster
 * @param recovery how long the cluster may take to serve again once a majority is together
 * @param refusal how long after the cut a node without a majority may still serve
 * @param search how long the search for a linearization may take for one key
 * @param promotionGrace how long a node waits at most for the owner of a promoted claim to ask,
 *     before the ttl starts
 */
public record Tolerance(
    double clockRate,
    Duration lateExpiry,
    Duration recovery,
    Duration refusal,
    Duration search,
    Duration promotionGrace) {

  public static final Tolerance DEFAULT =
      new Tolerance(
          1.0,
          Duration.ofSeconds(3),
          Duration.ofSeconds(10),
          Duration.ofSeconds(3),
          Duration.ofSeconds(60),
          Duration.ZERO);

  public Tolerance withClockRate(double rate) {
    return new Tolerance(rate, lateExpiry, recovery, refusal, search, promotionGrace);
  }

  public Tolerance withRecovery(Duration duration) {
    return new Tolerance(clockRate, lateExpiry, duration, refusal, search, promotionGrace);
  }

  public Tolerance withPromotionGrace(Duration duration) {
    return new Tolerance(clockRate, lateExpiry, recovery, refusal, search, duration);
  }
}
