package io.tenure.jraft;

import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimListing;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceListing;
import io.tenure.kernel.Result;
import io.tenure.kernel.StateView;
import io.tenure.replication.ClientRequest;
import io.tenure.replication.Read;
import io.tenure.replication.Wait;
import io.tenure.service.Caller;
import io.tenure.service.Consistency;
import io.tenure.service.Leases;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** The port of the dialects, on this node: hands requests, reads and waits to the member. */
final class RaftLeases implements Leases {

  private final Turns turns;
  private final Replica replica;
  private final StateReads reads;
  private final Listings listings;
  private final long sender = new SecureRandom().nextLong();
  private final AtomicLong deliveries = new AtomicLong();

  RaftLeases(Turns turns, Replica replica, StateReads reads, Listings listings) {
    this.turns = turns;
    this.replica = replica;
    this.reads = reads;
    this.listings = listings;
  }

  @Override
  public CompletionStage<Result> submit(Request request, Caller caller) {
    DeliveryId id = new DeliveryId(sender, deliveries.incrementAndGet());
    ClientRequest submission =
        ClientRequest.of(request, caller, id, replica.level(), turns.nanos());
    turns.tellAfterTurn(caller.home(), (member, nanos) -> member.submit(submission, nanos));
    return submission.answer();
  }

  @Override
  public <T> CompletionStage<T> read(
      Function<StateView, T> question, Consistency consistency, Caller caller) {
    if (consistency == Consistency.LINEARIZABLE) {
      Read<T> read = new Read<>(question, caller);
      turns.tellAfterTurn(caller.home(), (member, nanos) -> member.read(read, nanos));
      return read.answer();
    }
    return reads.askLocally(question, caller.home());
  }

  @Override
  public CompletionStage<ClaimListing.Page> list(
      ClaimFilter filter, ClaimListing.Window window, Consistency consistency, Caller caller) {
    return listings.list(
        () -> read(state -> state.list(filter, window), consistency, caller),
        ClaimListing::finish,
        caller);
  }

  @Override
  public CompletionStage<ResourceListing.Page> list(
      String prefix, int limit, Consistency consistency, Caller caller) {
    return listings.list(
        () -> read(state -> state.list(prefix, limit), consistency, caller),
        ResourceListing::finish,
        caller);
  }

  @Override
  public CompletionStage<Optional<ClaimView>> awaitChange(
      ClaimId claim, ClaimStatus from, Duration patience, Caller caller) {
    Wait wait = new Wait(claim, from, turns.nanos() + patience.toNanos(), caller);
    turns.tellAfterTurn(caller.home(), (member, nanos) -> member.await(wait, nanos));
    return wait.answer()
        .whenComplete((now, failure) -> turns.add((member, nanos) -> member.waitEnded(wait)));
  }
}
