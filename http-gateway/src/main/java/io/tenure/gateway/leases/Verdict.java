package io.tenure.gateway.leases;

import io.tenure.gateway.Answer;
import io.tenure.gateway.IdempotencyKey;
import io.tenure.gateway.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a call came to, before it is put into a form.
 *
 * @param reason the reason phrase
 * @param problem why it was refused; null if it was not
 * @param tenure the lease as the call left or found it; null if that must still be looked up
 * @param replayed whether the call is a repetition of one that was answered before
 */
record Verdict(
    int status,
    String reason,
    @Nullable Problem problem,
    @Nullable Tenure tenure,
    boolean replayed) {

  private static final Answer.Header REPLAYED = new Answer.Header(IdempotencyKey.REPLAYED, "true");

  private static final int NO_CONTENT = 204;
  private static final int NOT_FOUND = 404;

  static final Verdict EXISTS = new Verdict(200, "OK", null, null, false);
  static final Verdict NOT_HELD =
      refused(
          "Lease Not Held",
          Problem.of(NOT_FOUND, "not-held", "nobody holds the lease; use POST to acquire it"));

  /** For a repetition of what gave the client a lease that it does not have any more. */
  static final Verdict ENDED_SINCE =
      refused(
          "Lease Not Held",
          Problem.of(NOT_FOUND, "not-held", "the lease that this request was about has ended"));

  static Verdict done(int status, String reason, Tenure tenure) {
    return new Verdict(status, reason, null, tenure, false);
  }

  static Verdict refused(String reason, Problem problem) {
    return new Verdict(problem.status(), reason, problem, null, false);
  }

  static Verdict refused(Problem problem) {
    return refused(Reasons.of(problem), problem);
  }

  Verdict about(@Nullable Tenure held) {
    return new Verdict(status, reason, problem, held, replayed);
  }

  Verdict asReplay() {
    return new Verdict(status, reason, problem, tenure, true);
  }

  boolean hasBody() {
    return status != NO_CONTENT;
  }

  List<Answer.Header> headers() {
    List<Answer.Header> headers = new ArrayList<>();
    if (problem != null) {
      headers.addAll(problem.headers());
    }
    if (replayed) {
      headers.add(REPLAYED);
    }
    return headers;
  }

  /** The lease that an answer shows, given how it looks by now. */
  Sight of(Sight now) {
    if (tenure != null) {
      return now.at(tenure);
    }
    return status == NOT_FOUND ? now.unheld() : now;
  }
}
