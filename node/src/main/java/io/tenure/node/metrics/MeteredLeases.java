package io.tenure.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
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
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Measures what passes through to the leases behind it. */
final class MeteredLeases implements Leases {
  private final Leases behind;
  private final OperationMeters submits;
  private final OperationMeters reads;
  private final OperationMeters localReads;
  private final OperationMeters lists;
  private final OperationMeters awaits;

  MeteredLeases(Leases behind, MeterRegistry registry) {
    this.behind = behind;
    submits = new OperationMeters(registry, "submit");
    reads = new OperationMeters(registry, "read");
    localReads = new OperationMeters(registry, "read-local");
    lists = new OperationMeters(registry, "list");
    awaits = new OperationMeters(registry, "await");
  }

  @Override
  public CompletionStage<Result> submit(Request request, Caller caller) {
    long started = System.nanoTime();
    return submits.measured(behind.submit(request, caller), started);
  }

  @Override
  public <T> CompletionStage<T> read(
      Function<StateView, T> question, Consistency consistency, Caller caller) {
    long started = System.nanoTime();
    OperationMeters meters = consistency == Consistency.LOCAL ? localReads : reads;
    return meters.measured(behind.read(question, consistency, caller), started);
  }

  @Override
  public CompletionStage<ClaimListing.Page> list(
      ClaimFilter filter, ClaimListing.Window window, Consistency consistency, Caller caller) {
    long started = System.nanoTime();
    return lists.measured(behind.list(filter, window, consistency, caller), started);
  }

  @Override
  public CompletionStage<ResourceListing.Page> list(
      String prefix, int limit, Consistency consistency, Caller caller) {
    long started = System.nanoTime();
    return lists.measured(behind.list(prefix, limit, consistency, caller), started);
  }

  @Override
  public CompletionStage<Optional<ClaimView>> awaitChange(
      ClaimId claim, ClaimStatus from, Duration patience, Caller caller) {
    long started = System.nanoTime();
    return awaits.measured(behind.awaitChange(claim, from, patience, caller), started);
  }
}
