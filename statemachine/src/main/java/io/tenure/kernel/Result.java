package io.tenure.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The kernel's answer to one command. A refusal is an answer like any other: every replica comes to
 * it alike, so it is never an exception.
 */
public sealed interface Result {

  /** The claim is active. */
  record Granted(ClaimView claim) implements Result {}

  /** The claim waits in line behind its holder. */
  record Queued(ClaimView claim, ClaimView holder) implements Result {}

  record Renewed(ClaimView claim) implements Result {}

  /** The claim is active already, and nothing was changed. */
  record Confirmed(ClaimView claim) implements Result {}

  record Ended(ClaimView claim) implements Result {}

  /** Time moved; {@code more} says that leases are left which have run out. */
  record Ticked(int expired, boolean more) implements Result {}

  /** The settings or the epoch are as asked. */
  record Configured() implements Result {}

  /** Refused: somebody holds the resource. */
  record Held(ClaimView holder) implements Result {}

  /** Refused: the claim waits, and somebody else holds the resource. */
  record StillWaiting(ClaimView claim, ClaimView holder) implements Result {}

  /** Refused: only the lease of an active claim can be renewed. */
  record NotActive(ClaimView claim) implements Result {}

  /** Refused: the resource is held, but not by whoever shows this proof. */
  record ProofRejected(ClaimView holder) implements Result {}

  /**
   * Refused: nobody holds the resource.
   *
   * @param last the last claim that did, if it is still on record; the kernel itself keeps none
   */
  record NotHeld(ResourceKey resource, @Nullable Claim last) implements Result {}

  /** Refused: a claim in its status cannot get into the other. */
  record IllegalTransition(ClaimView claim, ClaimStatus to) implements Result {}

  /** Refused: no live claim has this id, nor, where the archive was asked, any ended one. */
  record NoSuchClaim(ClaimId claim) implements Result {}

  /** Refused: the claim has ended, and nothing changes it any more; only the archive knows it. */
  record AlreadyEnded(ClaimView claim) implements Result {}

  /** Refused: there are as many as there may be. */
  record LimitReached(Limit limit, long most) implements Result {}

  /** The same request was answered before, and the archive holds that answer. */
  record Repeated(RequestKey key) implements Result {}

  /** Refused: the key was used for another request before. */
  record KeyReused() implements Result {}

  /** One method per result: a dialect that implements it says what each means on its wire. */
  interface Handler<R> {
    R on(Granted result);

    R on(Queued result);

    R on(Renewed result);

    R on(Confirmed result);

    R on(Ended result);

    R on(Ticked result);

    R on(Configured result);

    R on(Held result);

    R on(StillWaiting result);

    R on(NotActive result);

    R on(ProofRejected result);

    R on(NotHeld result);

    R on(IllegalTransition result);

    R on(NoSuchClaim result);

    R on(AlreadyEnded result);

    R on(LimitReached result);

    R on(Repeated result);

    R on(KeyReused result);
  }

  // Java 17 has no switch over types; DispatchTest proves that this one covers them all.
  default <R> R dispatch(Handler<R> handler) {
    if (this instanceof Granted result) {
      return handler.on(result);
    }
    if (this instanceof Queued result) {
      return handler.on(result);
    }
    if (this instanceof Renewed result) {
      return handler.on(result);
    }
    if (this instanceof Confirmed result) {
      return handler.on(result);
    }
    if (this instanceof Ended result) {
      return handler.on(result);
    }
    if (this instanceof Ticked result) {
      return handler.on(result);
    }
    if (this instanceof Configured result) {
      return handler.on(result);
    }
    if (this instanceof Held result) {
      return handler.on(result);
    }
    if (this instanceof StillWaiting result) {
      return handler.on(result);
    }
    if (this instanceof NotActive result) {
      return handler.on(result);
    }
    if (this instanceof ProofRejected result) {
      return handler.on(result);
    }
    if (this instanceof NotHeld result) {
      return handler.on(result);
    }
    if (this instanceof IllegalTransition result) {
      return handler.on(result);
    }
    if (this instanceof NoSuchClaim result) {
      return handler.on(result);
    }
    if (this instanceof AlreadyEnded result) {
      return handler.on(result);
    }
    if (this instanceof LimitReached result) {
      return handler.on(result);
    }
    if (this instanceof Repeated result) {
      return handler.on(result);
    }
    if (this instanceof KeyReused result) {
      return handler.on(result);
    }
    throw new AssertionError("no dispatch for " + this);
  }
}
