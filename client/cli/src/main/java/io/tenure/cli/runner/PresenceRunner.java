package io.tenure.cli.runner;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Never ends by itself: whenever the lock is lost, it gets it back in the background. */
public final class PresenceRunner implements AutoCloseable {

  private final RunnerLock lock;
  private final RunnerLock.Watcher observer;
  private final Duration retry;
  private final CompletableFuture<Long> ready = new CompletableFuture<>();
  private final ScheduledExecutorService later =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "tenure-presence");
            thread.setDaemon(true);
            return thread;
          });
  private volatile OptionalLong token = OptionalLong.empty();
  private volatile boolean closed;

  private PresenceRunner(RunnerLock lock, RunnerLock.Watcher observer, Duration retry) {
    this.lock = lock;
    this.observer = observer;
    this.retry = retry;
  }

  /**
   * Begins to try.
   *
   * @param observer told of every time the presence is gained and lost
   * @param retry between a loss and the next attempt
   */
  public static PresenceRunner start(RunnerLock lock, RunnerLock.Watcher observer, Duration retry) {
    PresenceRunner runner = new PresenceRunner(lock, observer, retry);
    lock.seek(runner.new Watcher());
    return runner;
  }

  /** Completes with the fencing token of the first time. */
  public CompletableFuture<Long> ready() {
    return ready.copy();
  }

  /** The fencing token while it is present. */
  public OptionalLong fencingToken() {
    return token;
  }

  /** Gives the presence up. */
  @Override
  public void close() {
    closed = true;
    later.shutdownNow();
    ready.cancel(false);
    lock.close();
    token = OptionalLong.empty();
  }

  private final class Watcher implements RunnerLock.Watcher {
    @Override
    public void acquired(long fencingToken) {
      token = OptionalLong.of(fencingToken);
      ready.complete(fencingToken);
      observer.acquired(fencingToken);
    }

    @Override
    public void notYet(String reason) {
      observer.notYet(reason);
    }

    @Override
    public void notAllowed(String reason) {
      observer.notAllowed(reason);
    }

    @Override
    public void lost(String reason) {
      token = OptionalLong.empty();
      observer.lost(reason);
      if (!closed) {
        later.schedule(() -> lock.seek(this), retry.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }
}
