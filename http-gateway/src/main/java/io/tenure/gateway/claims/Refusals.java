package io.tenure.gateway.claims;

import io.tenure.gateway.IdempotencyKey;
import io.tenure.gateway.Problem;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.Limit;
import java.util.List;

/** Why this dialect says no to a call that is well-formed. */
final class Refusals {

  private static final int LONGEST_SHOWN_ID = 40;

  private Refusals() {}

  static Problem noSuchClaim(String id) {
    String name = id.length() <= LONGEST_SHOWN_ID ? id : "of such an id";
    return Problem.of(404, "no-such-claim", "there is no claim " + name);
  }

  static Problem notActive(Claim claim) {
    return bad("ttl", "only an active claim has one; this is " + StatusWord.of(claim.status()));
  }

  static Problem illegalTransition(Claim claim, ClaimStatus to) {
    return bad(
        "status",
        "a claim that is " + StatusWord.of(claim.status()) + " cannot become " + StatusWord.of(to));
  }

  static Problem keyReused() {
    return Problem.of(
        422,
        "idempotency-key-reused",
        "this " + IdempotencyKey.HEADER + " was used for another request before");
  }

  /** Full is full until somebody releases something, but keys are forgotten by themselves. */
  static Problem limitReached(Limit limit, long most) {
    return switch (limit) {
      case LIVE_CLAIMS -> full("waiting and active claims in all", most);
      case QUEUE -> full("waiting claims on a resource", most);
      case NAMESPACE, EPOCH -> throw new IllegalStateException("not of claims: " + limit);
      case MEMO ->
          Problem.unavailable(
              "there are "
                  + most
                  + " remembered "
                  + IdempotencyKey.HEADER
                  + "s, and room for no more");
    };
  }

  /** The reach of an offset is bounded; a cursor's is not. */
  static Problem offsetTooFar() {
    return bad("offset", "reaches too far for this filter; follow the Links with their cursors");
  }

  private static Problem full(String what, long most) {
    return Problem.of(507, "limit-reached", "there are no more than " + most + " " + what);
  }

  private static Problem bad(String parameter, String reason) {
    return Problem.badParameters(List.of(new Problem.Parameter(parameter, reason)));
  }
}
