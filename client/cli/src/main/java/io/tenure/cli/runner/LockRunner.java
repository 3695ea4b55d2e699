package io.tenure.cli.runner;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Is ready once it has the lock, and ends as soon as it is lost. Who runs under the lock waits for
 * {@link #ready}, and stops at {@link #ended}.
 */
public final class LockRunner implements AutoCloseable {

  private final RunnerLock lock;
  private final CompletableFuture<Long> ready = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private LockRunner(RunnerLock lock) {
    this.lock = lock;
  }

  public static LockRunner start(RunnerLock lock) {
    return start(lock, reason -> {});
  }

  /**
   * Begins to try.
   *
   * @param onDelay told why it has not got the lock yet, whenever it tried in vain
   */
  public static LockRunner start(RunnerLock lock, Consumer<String> onDelay) {
    LockRunner runner = new LockRunner(lock);
    lock.seek(runner.new Watcher(onDelay));
    return runner;
  }

  /**
   * Completes with the fencing token when it has the lock; is cancelled if it was closed before.
   */
  public CompletableFuture<Long> ready() {
    return ready.copy();
  }

  /** Completes when it was closed; fails with {@link LockLostException} as soon as it is lost. */
  public CompletableFuture<Void> ended() {
    return ended.copy();
  }

  /** Gives the lock back and ends. */
  @Override
  public void close() {
    ready.cancel(false);
    ended.complete(null);
    lock.close();
  }

  private final class Watcher implements RunnerLock.Watcher {
    private final Consumer<String> onDelay;

    private Watcher(Consumer<String> onDelay) {
      this.onDelay = onDelay;
    }

    @Override
    public void acquired(long fencingToken) {
      ready.complete(fencingToken);
    }

    @Override
    public void notYet(String reason) {
      onDelay.accept(reason);
    }

    @Override
    public void lost(String reason) {
      ended.completeExceptionally(new LockLostException(reason));
    }
  }
}
