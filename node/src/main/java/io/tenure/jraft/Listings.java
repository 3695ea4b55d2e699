package io.tenure.jraft;

import io.tenure.service.Caller;
import io.tenure.service.UnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Finishes lists of claims on threads of their own, so that long walks over ended claims hold up
 * nothing that the cluster needs, such as an election. Thread-safe.
 */
final class Listings implements AutoCloseable {

  static final int MOST = 1_000;
  private static final int THREADS = 2;

  private final ExecutorService threads = Threads.pool("tenure-list", THREADS);
  private final AtomicInteger underWay = new AtomicInteger();

  int underWay() {
    return underWay.get();
  }

  /** Refused before it is begun if too many are under way: one that is begun must be finished. */
  <L, P> CompletionStage<P> list(
      Supplier<CompletionStage<L>> begin, Function<L, P> finish, Caller caller) {
    if (underWay.incrementAndGet() > MOST) {
      underWay.decrementAndGet();
      return CompletableFuture.failedFuture(
          new UnavailableException("this node has too many lists under way"));
    }
    return begin
        .get()
        .thenApplyAsync(finish, threads)
        .whenComplete((page, failure) -> underWay.decrementAndGet())
        .thenApplyAsync(Function.identity(), caller.home());
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
