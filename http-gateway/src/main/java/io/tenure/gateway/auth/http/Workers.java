package io.tenure.gateway.auth.http;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A few threads for what takes longer than an event loop may: signatures, and questions to others.
 * More work than they have room for is refused, so that wrong tokens take no memory.
 */
public final class Workers implements AutoCloseable {

  private static final Duration IDLE = Duration.ofSeconds(30);

  private final ThreadPoolExecutor threads;

  public Workers(String name, int count, int queue) {
    threads =
        new ThreadPoolExecutor(
            count,
            count,
            IDLE.toMillis(),
            TimeUnit.MILLISECONDS,
            new ArrayBlockingQueue<>(queue),
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Finds something on one of the threads.
   *
   * @param whenBusy what is found if there is no room
   */
  public <T> CompletableFuture<T> ask(Supplier<T> question, T whenBusy) {
    try {
      return CompletableFuture.supplyAsync(question, threads);
    } catch (RejectedExecutionException full) {
      return CompletableFuture.completedFuture(whenBusy);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
