package io.tenure.gateway.claims;

import io.tenure.gateway.ClaimWords;
import io.tenure.gateway.IdempotencyKey;
import io.tenure.gateway.Problem;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.Limit;
import java.util.List;

/** Why this dialect says no to a call that is well-formed. */
final class ClaimsRefusals {

  private ClaimsRefusals() {}

  static Problem illegalTransition(Claim claim, ClaimStatus to) {
    String reason =
        "a claim that is " + ClaimWords.of(claim.status()) + " cannot become " + ClaimWords.of(to);
    return claim.status().isFinal()
        ? Problem.claimEnded(new Problem.Parameter("status", reason))
        : bad("status", reason);
  }

  /** Full is full until somebody releases something, but keys are forgotten by themselves. */
  static Problem limitReached(Limit limit, long most) {
    return switch (limit) {
      case LIVE_CLAIMS -> full("waiting and active claims in all", most);
      case QUEUE -> full("waiting claims on a resource", most);
      case NAMESPACE, EPOCH -> throw new IllegalStateException("not of claims: " + limit);
      case MEMO -> IdempotencyKey.noRoom(most);
    };
  }

  /** The lease has another version than the client wants it to have, or there is none. */
  static Problem preconditionFailed() {
    return Problem.of(
        412, "precondition-failed", "the claim does not hold a lease of the version in If-Match");
  }

  /** The reach of an offset is bounded; a cursor's is not. */
  static Problem offsetTooFar() {
    return bad("offset", "reaches too far for this filter; follow the Links with their cursors");
  }

  private static Problem full(String what, long most) {
    return Problem.of(507, "limit-reached", "limit of " + most + " " + what + " reached");
  }

  private static Problem bad(String parameter, String reason) {
    return Problem.badParameters(List.of(new Problem.Parameter(parameter, reason)));
  }
}
