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
record LeaseResponse(
    int status,
    String reason,
    @Nullable Problem problem,
    @Nullable Tenure tenure,
    boolean replayed) {

  private static final Answer.Header REPLAYED = new Answer.Header(IdempotencyKey.REPLAYED, "true");

  private static final int NO_CONTENT = 204;
  private static final int NOT_FOUND = 404;

  static final LeaseResponse EXISTS = new LeaseResponse(200, "OK", null, null, false);
  static final LeaseResponse NOT_HELD =
      refused(
          "Lease Not Held",
          Problem.of(NOT_FOUND, "not-held", "nobody holds the lease; use POST to acquire it"));

  /** For a repetition of what gave the client a lease that it does not have any more. */
  static final LeaseResponse ENDED_SINCE =
      refused(
          "Lease Not Held",
          Problem.of(NOT_FOUND, "not-held", "the lease that this request was about has ended"));

  static LeaseResponse done(int status, String reason, Tenure tenure) {
    return new LeaseResponse(status, reason, null, tenure, false);
  }

  static LeaseResponse refused(String reason, Problem problem) {
    return new LeaseResponse(problem.status(), reason, problem, null, false);
  }

  static LeaseResponse refused(Problem problem) {
    return refused(ReasonPhrases.of(problem), problem);
  }

  LeaseResponse about(@Nullable Tenure held) {
    return new LeaseResponse(status, reason, problem, held, replayed);
  }

  LeaseResponse asReplay() {
    return new LeaseResponse(status, reason, problem, tenure, true);
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
  LeaseSnapshot of(LeaseSnapshot now) {
    if (tenure != null) {
      return now.at(tenure);
    }
    return status == NOT_FOUND ? now.unheld() : now;
  }
}
