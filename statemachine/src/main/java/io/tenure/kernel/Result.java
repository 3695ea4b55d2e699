package io.tenure.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The kernel's answer to one command. A refusal is an answer like any other: every replica comes to
 * it alike, so it is never an exception.
 */
public sealed interface Result {

  /** Calls the handler's method for this type. */
  <R> R dispatch(Handler<R> handler);

  /** The claim is active. */
  record Granted(ClaimView claim) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** The claim waits in line behind its holder. */
  record Queued(ClaimView claim, ClaimView holder) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  record Renewed(ClaimView claim) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** The claim is active already, and nothing was changed. */
  record Confirmed(ClaimView claim) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  record Ended(ClaimView claim) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** Time moved; {@code more} says that leases are left which have run out. */
  record Ticked(int expired, boolean more) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** The settings or the epoch are as asked. */
  record Configured() implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** Refused: somebody holds the resource. */
  record Held(ClaimView holder) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** Refused: the claim waits, and somebody else holds the resource. */
  record StillWaiting(ClaimView claim, ClaimView holder) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** Refused: only the lease of an active claim can be renewed. */
  record NotActive(ClaimView claim) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** Refused: the resource is held, but not by whoever shows this proof. */
  record ProofRejected(ClaimView holder) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /**
   * Refused: nobody holds the resource.
   *
   * @param last the last claim that did, if it is still on record; the kernel itself keeps none
   */
  record NotHeld(ResourceKey resource, @Nullable Claim last) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** Refused: a claim in its status cannot get into the other. */
  record IllegalTransition(ClaimView claim, ClaimStatus to) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** Refused: no live claim has this id, nor, where the archive was asked, any ended one. */
  record NoSuchClaim(ClaimId claim) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** Refused: the claim has ended, and nothing changes it any more; only the archive knows it. */
  record AlreadyEnded(ClaimView claim) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** Refused: there are as many as there may be. */
  record LimitReached(Limit limit, long most) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** The same request was answered before, and the archive holds that answer. */
  record Repeated(RequestKey key) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /**
   * The same request was answered before.
   *
   * @param first what was answered then
   * @param now the claim that it was about, as it is now; null if it is not known any more, or if
   *     the answer was about no claim of the caller's
   */
  record Replayed(Result first, @Nullable ClaimView now) implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /**
   * The same delivery was carried out by this log entry, and the archive holds the answer; or it
   * comes so late that nobody remembers whether it was.
   */
  record Redelivered(DeliveryId delivery, long entry) implements Result {

    /** Stands for the entry of a delivery that may have been forgotten. */
    static final long FORGOTTEN = 0;

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

  /** Refused: the key was used for another request before. */
  record KeyReused() implements Result {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.on(this);
    }
  }

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

    R on(Replayed result);

    R on(Redelivered result);

    R on(KeyReused result);
  }
}
