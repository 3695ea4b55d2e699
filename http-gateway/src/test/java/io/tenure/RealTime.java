package io.tenure;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The only place where tests poll or pause; {@code TidyTest} finds all others. It is for what has
 * no event to wait for: what another process does, when a library's thread is done, how the time of
 * a server passes whose clock cannot be set. Where there is an event, await that.
 */
public final class RealTime {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long POLL_NANOS = 5_000_000;

  private RealTime() {}

  /** Asks again until it is so. */
  public static void until(String what, BooleanSupplier question) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!question.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("waited " + PATIENCE.toSeconds() + " s in vain for " + what);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Returns when this much time has passed. */
  public static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
