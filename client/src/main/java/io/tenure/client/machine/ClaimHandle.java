package io.tenure.client.machine;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** A claim in the hands of a {@link Keyring}. Safe for use by many threads; nothing here blocks. */
public interface ClaimHandle {

  ClaimSpec spec();

  /** None before it is registered. */
  OptionalLong id();

  State state();

  /** The place in line as of the last answer: 1 is the next; none unless it waits. */
  OptionalInt position();

  /** Whether the resource is surely held now, by both clocks. Once false, it stays so. */
  boolean isHeld();

  /** Of the grant, also when it has ended. */
  OptionalLong fencingToken();

  /** The lease as last confirmed, also when it is over; none before the claim was active. */
  Optional<BelievedLease> lease();

  /** Zero unless it is held. */
  Duration remaining();

  /** Why it is not held any more, if it was lost. */
  Optional<Loss> loss();

  /** Gives it back; if it is not active yet, withdraws it. */
  void release();

  /** Renews it now. The future has the new lease, or fails with {@link IllegalStateException}. */
  CompletableFuture<BelievedLease> refresh();

  /** Renews it now, with another ttl from now on. */
  CompletableFuture<BelievedLease> refresh(Duration ttl);

  /** Gives it up whatever its state, as upon a signal: quickly, and only once. */
  void abort();

  /** Completes with the final state when there is nothing left to do for it. */
  CompletableFuture<State> ended();
}
