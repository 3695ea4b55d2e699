package io.tenure.client.machine;

import java.time.Duration;
import java.util.Optional;

/** How long the timers of a claim are. */
record Delays(Tuning tuning) {

  private static final long COARSEST_NANOS = 1_000_000_000L;
  private static final long RETRY_GRAIN_NANOS = 50_000_000L;
  private static final int GRAINS = 10; // in a period

  /** Of the timeout timer that is created on entering a state; none for one that never ends. */
  Optional<Duration> timeout(State entered, ClaimSpec spec) {
    Tuning.EndTimeouts ends = tuning.endTimeouts();
    return switch (entered) {
      case ABORTING -> Optional.of(ends.abort());
      case RELEASING -> Optional.of(ends.release());
      case WITHDRAWING -> Optional.of(ends.withdraw());
      default -> spec.timeout().map(own -> own.isZero() ? tuning.tryLimit() : own);
    };
  }

  Duration retry(State entered, int failures, double chance) {
    Tuning.Retries retries = tuning.retries();
    Backoff backoff =
        switch (entered) {
          case RETRYING_ABORT -> retries.abort();
          case RETRYING_ACTIVATE -> retries.activate();
          case RETRYING_REGISTER -> retries.register();
          case RETRYING_RELEASE -> retries.release();
          case RETRYING_WITHDRAW -> retries.withdraw();
          default -> retries.renew();
        };
    return backoff.delay(failures, chance);
  }

  /** As {@link #retry}, but a little later, so that those of many claims go out together. */
  Duration retryRenewal(int failures, double chance, long now) {
    long due = now + retry(State.RETRYING_RENEW, failures, chance).toNanos();
    return Duration.ofNanos(due + Math.floorMod(-due, RETRY_GRAIN_NANOS) - now);
  }

  /** Often enough that a lease which begins unseen is noticed before a third of it is over. */
  Duration activate(int polls, double chance, Duration ttl) {
    Duration delay = tuning.activate().delay(polls, chance);
    Duration longest = ttl.dividedBy(3);
    return delay.compareTo(longest) < 0 ? delay : longest;
  }

  /** A part of the lease after it began; a little earlier, so that those of many claims meet. */
  Duration renew(BelievedLease lease, long now) {
    long period = (long) (lease.ttl().toNanos() / tuning.renewals());
    Duration delay = Duration.ofNanos(period - (now - lease.from().nanos()));
    return earlier(delay, now, Math.min(COARSEST_NANOS, period / GRAINS));
  }

  private static Duration earlier(Duration delay, long now, long grain) {
    if (grain <= 0 || delay.isNegative()) {
      return delay.isNegative() ? Duration.ZERO : delay;
    }
    long due = now + delay.toNanos();
    return Duration.ofNanos(Math.max(0, due - Math.floorMod(due, grain) - now));
  }
}
