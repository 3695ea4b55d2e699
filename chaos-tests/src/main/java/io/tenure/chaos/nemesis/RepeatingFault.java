package io.tenure.chaos.nemesis;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Does something again and again on a thread of its own. */
final class RepeatingFault {

  private static final long END_SECONDS = 10;

  private RepeatingFault() {}

  /** Starts; what is returned stops it and waits until it has stopped. */
  static Runnable every(Duration pause, Runnable action) {
    CountDownLatch stop = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              try {
                do {
                  action.run();
                } while (!stop.await(pause.toNanos(), TimeUnit.NANOSECONDS));
              } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
              }
            },
            "chaos-repeating");
    thread.setDaemon(true);
    thread.start();
    return () -> {
      stop.countDown();
      try {
        thread.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    };
  }
}
