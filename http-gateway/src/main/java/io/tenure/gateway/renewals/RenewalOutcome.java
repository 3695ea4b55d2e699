package io.tenure.gateway.renewals;

import io.tenure.gateway.Answer;
import io.tenure.gateway.ClaimWords;
import io.tenure.gateway.IdempotencyKey;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.json.JsonText;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Result;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * What came of one claim.
 *
 * @param renewed the claim, if its lease lasts anew
 * @param problem else why not
 * @param replayed whether it came of an earlier request, of which this is a repetition
 */
record RenewalOutcome(
    ClaimId id, @Nullable ClaimView renewed, @Nullable Problem problem, boolean replayed) {

  static RenewalOutcome of(ClaimId id, @Nullable Result result, @Nullable Throwable failure) {
    if (result == null) {
      return new RenewalOutcome(id, null, problem(failure), false);
    }
    return result instanceof Result.Replayed again
        ? again(id, again)
        : result instanceof Result.Renewed done
            ? new RenewalOutcome(id, done.claim(), null, false)
            : new RenewalOutcome(id, null, problem(id, result), false);
  }

  /** A claim that was renewed then and has ended since is told as it is now. */
  private static RenewalOutcome again(ClaimId id, Result.Replayed again) {
    if (!(again.first() instanceof Result.Renewed)) {
      return new RenewalOutcome(id, null, problem(id, again.first()), true);
    }
    ClaimView now = again.now();
    return now == null
        ? new RenewalOutcome(id, null, ClaimWords.noSuchClaim(Long.toString(id.value())), true)
        : now.claim().isActive()
            ? new RenewalOutcome(id, now, null, true)
            : new RenewalOutcome(id, null, ClaimWords.notActive(now.claim()), true);
  }

  static Answer answer(List<RenewalOutcome> renewals) {
    JsonText json = JsonText.start().ascii("{\"results\":[");
    String separator = "";
    for (RenewalOutcome renewal : renewals) {
      json.ascii(separator);
      renewal.write(json);
      separator = ",";
    }
    Answer answer = Answer.of(200, Answer.JSON, json.ascii("]}").toBytes());
    return renewals.stream().anyMatch(RenewalOutcome::replayed)
        ? IdempotencyKey.replayed(answer)
        : answer;
  }

  private void write(JsonText json) {
    json.ascii("{\"id\":").integer(id.value());
    if (renewed != null) {
      json.ascii(",\"status\":200,\"ttl\":");
      ClaimWords.writeRemaining(json, renewed);
      json.ascii(",\"fencing_token\":").integer(renewed.claim().tenure().token().value());
    } else if (problem != null) {
      json.ascii(",\"status\":").integer(problem.status());
      ProblemJson.begin(json.ascii(",\"problem\":"), problem).ascii("}");
    }
    if (replayed) {
      json.ascii(",\"replayed\":true");
    }
    json.ascii("}");
  }

  private static Problem problem(ClaimId id, Result result) {
    if (result instanceof Result.NotActive refused) {
      return ClaimWords.notActive(refused.claim().claim());
    }
    if (result instanceof Result.AlreadyEnded refused) {
      return ClaimWords.notActive(refused.claim().claim());
    }
    if (result instanceof Result.NoSuchClaim) {
      return ClaimWords.noSuchClaim(Long.toString(id.value()));
    }
    if (result instanceof Result.KeyReused) {
      return IdempotencyKey.reused();
    }
    if (result instanceof Result.LimitReached full) {
      return IdempotencyKey.noRoom(full.most());
    }
    throw new IllegalStateException("no result of a renewal: " + result);
  }

  private static Problem problem(@Nullable Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof UnavailableException) {
      return Problem.unavailable(String.valueOf(cause.getMessage()));
    }
    if (cause instanceof UnknownOutcomeException) {
      return Problem.unknownOutcome(String.valueOf(cause.getMessage()));
    }
    throw new IllegalStateException("a renewal failed", cause);
  }
}
