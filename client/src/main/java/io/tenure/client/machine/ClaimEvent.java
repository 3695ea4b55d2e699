package io.tenure.client.machine;

/** What happened to a claim, as its {@link ClaimListener} is told. */
public sealed interface ClaimEvent {

  /** The cluster knows the claim. */
  record Registered(long id) implements ClaimEvent {}

  /**
   * It waits in line; told again whenever its place changed.
   *
   * @param position 1 for the next in line
   */
  record Waiting(int position) implements ClaimEvent {}

  /** The resource is held. */
  record Active(long fencingToken, BelievedLease lease) implements ClaimEvent {}

  /** The resource is still held, and for longer. */
  record Renewed(long fencingToken, BelievedLease lease) implements ClaimEvent {}

  /** The resource was held and may not be held any more. Told once, by any thread. */
  record Lost(Loss loss) implements ClaimEvent {}

  /** The resource was given back. */
  record Released() implements ClaimEvent {}

  /** The client gave it up, before it was active or by {@link ClaimHandle#abort}. */
  record Cancelled() implements ClaimEvent {}

  /** The claim will not become active, or could not be given back; there will be no more events. */
  record Failed(Failure failure) implements ClaimEvent {}
}
