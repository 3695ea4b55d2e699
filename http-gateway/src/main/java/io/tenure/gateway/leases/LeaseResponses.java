package io.tenure.gateway.leases;

import io.tenure.gateway.IdempotencyKey;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ResourceResults;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.KeyReused;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.kernel.Result.NotHeld;
import io.tenure.kernel.Result.ProofRejected;
import io.tenure.kernel.Result.Renewed;
import io.tenure.kernel.Result.Replayed;

/**
 * What each of the kernel's results is in this dialect.
 *
 * @param client who called
 */
record LeaseResponses(String client) implements ResourceResults<LeaseResponse> {

  private static final String OWN_METHODS = "DELETE, GET, HEAD, PUT";

  /** Also what a POST hears whose lease is another's, for clients that know 409 by this phrase. */
  private static final String VERSION_CONFLICT = "Version Conflict";

  @Override
  public LeaseResponse on(Granted result) {
    return LeaseResponse.done(201, "Lease Acquired", new Tenure(result.claim()));
  }

  @Override
  public LeaseResponse on(Renewed result) {
    return LeaseResponse.done(202, "Lease Renewed", new Tenure(result.claim()));
  }

  @Override
  public LeaseResponse on(Ended result) {
    return LeaseResponse.done(204, "Lease Released", new Tenure(result.claim()));
  }

  @Override
  public LeaseResponse on(Held result) {
    Tenure held = new Tenure(result.holder());
    return held.isOwnedBy(client)
        ? alreadyOwned(held)
        : ownedByAnother(409, VERSION_CONFLICT, held);
  }

  @Override
  public LeaseResponse on(ProofRejected result) {
    Tenure held = new Tenure(result.holder());
    return held.isOwnedBy(client)
        ? versionConflict(held)
        : ownedByAnother(403, "Lease Owned by Another Client", held);
  }

  /** Who held it last is looked up: this node may not have known it when it told the result. */
  @Override
  public LeaseResponse on(NotHeld result) {
    return LeaseResponse.NOT_HELD;
  }

  @Override
  public LeaseResponse on(LimitReached result) {
    return switch (result.limit()) {
      case NAMESPACE ->
          full(509, "limit of " + result.most() + " leases in this namespace reached");
      case MEMO -> throw new ProblemException(IdempotencyKey.noRoom(result.most()));
      default -> full(507, "limit of " + result.most() + " leases and claims reached");
    };
  }

  @Override
  public LeaseResponse on(KeyReused result) {
    return LeaseResponse.refused(
        Problem.of(
            422,
            "idempotency-key-reused",
            "this " + IdempotencyKey.HEADER + " was used for another request before"));
  }

  /**
   * A lease that is over is not told again as if it were valid; one that still is, as it is now.
   * What was refused is refused again, with the lease as it is now.
   */
  @Override
  public LeaseResponse on(Replayed result) {
    Result first = result.first();
    LeaseResponse then = first.dispatch(this);
    if (first instanceof Ended) {
      return then.asReplay();
    }
    if (then.problem() != null) {
      return then.about(null).asReplay();
    }
    ClaimView now = result.now();
    if (now == null) {
      return LeaseResponse.ENDED_SINCE.asReplay();
    }
    return now.claim().isActive()
        ? then.about(new Tenure(now)).asReplay()
        : LeaseResponse.ENDED_SINCE.about(Tenure.past(now.claim())).asReplay();
  }

  private static LeaseResponse alreadyOwned(Tenure held) {
    String detail = "the lease is yours already; use PUT to renew it";
    Problem problem = Problem.of(405, "already-owned", detail).with("Allow", OWN_METHODS);
    return LeaseResponse.refused("You Already Own the Lease, use PUT to renew", problem)
        .about(held);
  }

  private static LeaseResponse ownedByAnother(int status, String reason, Tenure held) {
    Problem problem = Problem.of(status, "held-by-another", held.owner() + " holds the lease");
    return LeaseResponse.refused(reason, problem).about(held);
  }

  private static LeaseResponse versionConflict(Tenure held) {
    String detail =
        "the lease is at version " + held.version() + ", and " + Headers.VERSION + " must say so";
    Problem problem = Problem.of(409, "version-conflict", detail);
    return LeaseResponse.refused(VERSION_CONFLICT, problem).about(held);
  }

  private static LeaseResponse full(int status, String detail) {
    return LeaseResponse.refused(Problem.of(status, "limit-reached", detail));
  }
}
