package io.tenure.gateway.leases;

import io.tenure.gateway.Problem;
import java.util.OptionalLong;

/** Says in a line what a call came to. */
final class Message {

  private Message() {}

  /** Also who holds the lease, and for how long still, if that was in the way. */
  static String of(LeaseResponse response, LeaseSnapshot snapshot) {
    Problem problem = response.problem();
    if (problem == null) {
      return response.reason();
    }
    Tenure tenure = snapshot.tenure();
    OptionalLong left = tenure == null ? OptionalLong.empty() : tenure.remaining();
    boolean inTheWay = response.tenure() != null && left.isPresent();
    String still = inTheWay ? " (expires in " + Seconds.whole(left.getAsLong()) + " s)" : "";
    return response.reason() + ": " + problem.detail() + still;
  }
}
