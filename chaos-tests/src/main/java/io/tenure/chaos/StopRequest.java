package io.tenure.chaos;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Somebody's wish that a run end early, in good order. Thread-safe. */
final class StopRequest {

  private final CountDownLatch asked = new CountDownLatch(1);
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  void ask() {
    asked.countDown();
    listeners.forEach(Runnable::run);
  }

  boolean isAsked() {
    return asked.getCount() == 0;
  }

  /** Calls back when it is asked; not if it was before. */
  void onAsk(Runnable listener) {
    listeners.add(listener);
  }

  /** Waits so long, or until it is asked, or this thread is interrupted. */
  void await(long millis) {
    try {
      asked.await(Math.max(1, millis), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      ask();
      Thread.currentThread().interrupt();
    }
  }
}
