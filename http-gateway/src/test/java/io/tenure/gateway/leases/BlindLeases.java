package io.tenure.gateway.leases;

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
import io.tenure.service.UnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Writes, but cannot read. */
record BlindLeases(Leases leases) implements Leases {

  @Override
  public CompletionStage<Result> submit(Request request, Caller caller) {
    return leases.submit(request, caller);
  }

  @Override
  public <T> CompletionStage<T> read(
      Function<StateView, T> question, Consistency consistency, Caller caller) {
    return CompletableFuture.failedFuture(new UnavailableException("blind"));
  }

  @Override
  public CompletionStage<ClaimListing.Page> list(
      ClaimFilter filter, ClaimListing.Window window, Consistency consistency, Caller caller) {
    return CompletableFuture.failedFuture(new UnavailableException("blind"));
  }

  @Override
  public CompletionStage<ResourceListing.Page> list(
      String prefix, int limit, Consistency consistency, Caller caller) {
    return CompletableFuture.failedFuture(new UnavailableException("blind"));
  }

  @Override
  public CompletionStage<Optional<ClaimView>> awaitChange(
      ClaimId claim, ClaimStatus from, Duration patience, Caller caller) {
    return CompletableFuture.failedFuture(new UnavailableException("blind"));
  }
}
