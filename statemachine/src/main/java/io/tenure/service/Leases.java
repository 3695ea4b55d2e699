package io.tenure.service;

import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimListing;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceListing;
import io.tenure.kernel.Result;
import io.tenure.kernel.StateView;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The replicated state as the dialects see it, wherever the leader may be. Safe for use by many
 * threads.
 *
 * <p>Every stage completes on the caller's home executor and before its deadline. It fails in two
 * ways only: with an {@link UnavailableException} when the request surely was not applied, and with
 * an {@link UnknownOutcomeException} when it cannot be known. A read is never of unknown outcome.
 */
public interface Leases {

  /** Completes once a quorum has stored the request and the leader has applied it. */
  CompletionStage<Result> submit(Request request, Caller caller);

  /** Asks a question of the state. The question must be quick: nothing is applied meanwhile. */
  <T> CompletionStage<T> read(
      Function<StateView, T> question, Consistency consistency, Caller caller);

  /** Lists claims, live and ended. */
  CompletionStage<ClaimListing.Page> list(
      ClaimFilter filter, ClaimListing.Window window, Consistency consistency, Caller caller);

  /** Lists resources by a prefix of their names, held and remembered. */
  CompletionStage<ResourceListing.Page> list(
      String prefix, int limit, Consistency consistency, Caller caller);

  /**
   * Completes when the claim is not, or no longer, in the given status, or when the patience is
   * over; either way with the claim as it then is, or with nothing if there is no such claim. The
   * caller's deadline must leave room for the patience. Fails as unavailable when the node has had
   * no leader for a second, since it would not learn of the change.
   */
  CompletionStage<Optional<ClaimView>> awaitChange(
      ClaimId claim, ClaimStatus from, Duration patience, Caller caller);
}
