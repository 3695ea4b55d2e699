package io.tenure.gateway.leases;

import io.tenure.gateway.Problem;
import java.util.OptionalLong;

/** Says in a line what a call came to. */
final class Message {

  private Message() {}

  /** Also who holds the lease, and for how long still, if that was in the way. */
  static String of(Verdict verdict, Sight sight) {
    Problem problem = verdict.problem();
    if (problem == null) {
      return verdict.reason();
    }
    Tenure tenure = sight.tenure();
    OptionalLong left = tenure == null ? OptionalLong.empty() : tenure.remaining();
    boolean inTheWay = verdict.tenure() != null && left.isPresent();
    String still = inTheWay ? " (expires in " + Seconds.whole(left.getAsLong()) + " s)" : "";
    return verdict.reason() + ": " + problem.detail() + still;
  }
}
