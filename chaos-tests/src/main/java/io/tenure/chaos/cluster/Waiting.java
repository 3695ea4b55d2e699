package io.tenure.chaos.cluster;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Asks again until it is so: processes have no other way to tell. */
public final class Waiting {

  private static final long POLL_MILLIS = 20;

  private Waiting() {}

  /**
   * Waits until the answer is yes.
   *
   * @throws IllegalStateException if it is not within that time, or the thread is interrupted
   */
  public static void until(String what, Duration patience, BooleanSupplier question) {
    long end = System.nanoTime() + patience.toNanos();
    while (!question.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException(
            "waited " + patience.toSeconds() + " s in vain for " + what);
      }
      sleep(POLL_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  static void sleep(long time, TimeUnit unit) {
    try {
      unit.sleep(time);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting", interrupted);
    }
  }
}
