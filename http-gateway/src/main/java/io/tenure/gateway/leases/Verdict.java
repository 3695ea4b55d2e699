package io.tenure.gateway.leases;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a call came to, before it is put into a form.
 *
 * @param reason the reason phrase
 * @param problem why it was refused; null if it was not
 * @param tenure the lease as the call left or found it; null if that must still be looked up
 */
record Verdict(int status, String reason, @Nullable Problem problem, @Nullable Tenure tenure) {

  private static final int NO_CONTENT = 204;
  private static final int NOT_FOUND = 404;

  static final Verdict EXISTS = new Verdict(200, "OK", null, null);
  static final Verdict NOT_HELD =
      refused(
          "Lease Not Held",
          Problem.of(NOT_FOUND, "not-held", "nobody holds the lease; use POST to acquire it"));

  static Verdict done(int status, String reason, Tenure tenure) {
    return new Verdict(status, reason, null, tenure);
  }

  static Verdict refused(String reason, Problem problem) {
    return new Verdict(problem.status(), reason, problem, null);
  }

  static Verdict refused(Problem problem) {
    return refused(Reasons.of(problem), problem);
  }

  Verdict about(Tenure held) {
    return new Verdict(status, reason, problem, held);
  }

  boolean hasBody() {
    return status != NO_CONTENT;
  }

  List<Answer.Header> headers() {
    return problem == null ? List.of() : problem.headers();
  }

  /** The lease that an answer shows, given how it looks by now. */
  Sight of(Sight now) {
    if (tenure != null) {
      return now.at(tenure);
    }
    return status == NOT_FOUND ? now.unheld() : now;
  }
}
