package io.tenure.client.machine;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One daemon thread that does things in order, now or later. Nothing after {@link #close}. */
final class MachineThread implements Timers, Events, AutoCloseable {

  private static final System.Logger LOG = System.getLogger(MachineThread.class.getName());

  private final ScheduledThreadPoolExecutor thread;

  MachineThread(String name) {
    thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread made = new Thread(task, name);
              made.setDaemon(true);
              return made;
            });
    thread.setRemoveOnCancelPolicy(true);
  }

  @Override
  public void execute(Runnable action) {
    start(Duration.ZERO, action);
  }

  @Override
  public Timer start(Duration delay, Runnable action) {
    try {
      ScheduledFuture<?> future =
          thread.schedule(guarded(action), delay.toNanos(), TimeUnit.NANOSECONDS);
      return () -> future.cancel(false);
    } catch (RejectedExecutionException closed) {
      return () -> {};
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  private static Runnable guarded(Runnable action) {
    return () -> {
      try {
        action.run();
      } catch (RuntimeException failure) {
        LOG.log(System.Logger.Level.ERROR, "a fault in the client", failure);
      }
    };
  }
}
