package io.tenure.gateway.locket;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.KernelLeases;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimListing;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceListing;
import io.tenure.kernel.Result;
import io.tenure.kernel.StateView;
import io.tenure.service.Caller;
import io.tenure.service.Consistency;
import io.tenure.service.Leases;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** A cluster that can be down, slow, or silent about what it did. */
final class UnsteadyLeases implements Leases {

  final KernelLeases kernel = new KernelLeases();
  private final Semaphore attempts = new Semaphore(0);
  private volatile RuntimeException down;
  private volatile RuntimeException silence;
  private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

  /** Every attempt fails from now on, and changes nothing. */
  void goDown(RuntimeException failure) {
    down = failure;
  }

  /** The next command is applied, and its answer lost; then all is as before. */
  void loseNextAnswer(RuntimeException failure) {
    silence = failure;
  }

  void recover() {
    down = null;
  }

  /** Answers are held back from now on. */
  void hold() {
    gate = new CompletableFuture<>();
  }

  void letGo() {
    gate.complete(null);
  }

  void awaitAttempts(int count) throws InterruptedException {
    assertThat(attempts.tryAcquire(count, 60, TimeUnit.SECONDS)).isTrue();
  }

  private <T> CompletionStage<T> attempt(Supplier<CompletionStage<T>> question) {
    RuntimeException failure = down;
    CompletionStage<T> answer =
        failure == null
            ? gate.thenCompose(open -> question.get())
            : CompletableFuture.failedFuture(failure);
    attempts.release();
    return answer;
  }

  @Override
  public CompletionStage<Result> submit(Request request, Caller caller) {
    RuntimeException lost = silence;
    silence = null;
    return attempt(
        () ->
            kernel
                .submit(request, caller)
                .thenCompose(
                    result ->
                        lost == null
                            ? CompletableFuture.completedFuture(result)
                            : CompletableFuture.failedFuture(lost)));
  }

  @Override
  public <T> CompletionStage<T> read(
      Function<StateView, T> question, Consistency consistency, Caller caller) {
    assertThat(consistency).isEqualTo(Consistency.LINEARIZABLE);
    return attempt(() -> kernel.read(question, consistency, caller));
  }

  @Override
  public CompletionStage<ClaimListing.Page> list(
      ClaimFilter filter, ClaimListing.Window window, Consistency consistency, Caller caller) {
    return attempt(() -> kernel.list(filter, window, consistency, caller));
  }

  @Override
  public CompletionStage<ResourceListing.Page> list(
      String prefix, int limit, Consistency consistency, Caller caller) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<Optional<ClaimView>> awaitChange(
      ClaimId claim, ClaimStatus from, Duration patience, Caller caller) {
    throw new UnsupportedOperationException();
  }
}
