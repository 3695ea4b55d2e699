package io.tenure.gateway.claims;

import io.tenure.gateway.Answer;
import io.tenure.gateway.ClaimWords;
import io.tenure.gateway.IdempotencyKey;
import io.tenure.gateway.ProblemJson;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.AlreadyEnded;
import io.tenure.kernel.Result.Configured;
import io.tenure.kernel.Result.Confirmed;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.IllegalTransition;
import io.tenure.kernel.Result.KeyReused;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.kernel.Result.NoSuchClaim;
import io.tenure.kernel.Result.NotActive;
import io.tenure.kernel.Result.NotHeld;
import io.tenure.kernel.Result.ProofRejected;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Redelivered;
import io.tenure.kernel.Result.Renewed;
import io.tenure.kernel.Result.Repeated;
import io.tenure.kernel.Result.Replayed;
import io.tenure.kernel.Result.StillWaiting;
import io.tenure.kernel.Result.Ticked;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What each of the kernel's results is in {@code /v1/claims}.
 *
 * @param wanted the status that the call asked for; null if it asked for none
 */
record ClaimsAnswers(Display display, @Nullable ClaimStatus wanted)
    implements Result.Handler<Answer> {

  private static final int CREATED = 201;
  private static final int ACCEPTED = 202;
  private static final int NO_CONTENT = 204;

  @Override
  public Answer on(Granted result) {
    return display.located(CREATED, result.claim());
  }

  @Override
  public Answer on(Queued result) {
    return display.located(ACCEPTED, result.claim());
  }

  @Override
  public Answer on(Renewed result) {
    return display.one(result.claim());
  }

  @Override
  public Answer on(Confirmed result) {
    return display.one(result.claim());
  }

  @Override
  public Answer on(Ended result) {
    return Answer.empty(NO_CONTENT);
  }

  @Override
  public Answer on(StillWaiting result) {
    return display.contention(result.claim(), result.holder());
  }

  @Override
  public Answer on(NotActive result) {
    return ProblemJson.write(ClaimWords.notActive(result.claim().claim()));
  }

  @Override
  public Answer on(IllegalTransition result) {
    return ProblemJson.write(ClaimsRefusals.illegalTransition(result.claim().claim(), result.to()));
  }

  @Override
  public Answer on(AlreadyEnded result) {
    return ProblemJson.write(
        wanted == null
            ? ClaimWords.notActive(result.claim().claim())
            : ClaimsRefusals.illegalTransition(result.claim().claim(), wanted));
  }

  @Override
  public Answer on(NoSuchClaim result) {
    return ProblemJson.write(ClaimWords.noSuchClaim(Long.toString(result.claim().value())));
  }

  @Override
  public Answer on(LimitReached result) {
    return ProblemJson.write(ClaimsRefusals.limitReached(result.limit(), result.most()));
  }

  @Override
  public Answer on(KeyReused result) {
    return ProblemJson.write(IdempotencyKey.reused());
  }

  @Override
  public Answer on(Repeated result) {
    throw neverTold(result);
  }

  @Override
  public Answer on(Replayed result) {
    return IdempotencyKey.replayed(present(result));
  }

  /**
   * What was done is told as it stands now, by its status code too: who looks at nothing else must
   * not take a lease that is over for its own. What was refused is refused in the same way again.
   */
  private Answer present(Replayed result) {
    Result first = result.first();
    if (first instanceof Granted done) {
      return display.afterWaiting(Optional.ofNullable(result.now()), done.claim().claim().id());
    }
    if (first instanceof Queued done) {
      return display.afterWaiting(Optional.ofNullable(result.now()), done.claim().claim().id());
    }
    if (first instanceof Renewed done) {
      return stillActive(result.now(), done.claim());
    }
    return first instanceof Confirmed done
        ? stillActive(result.now(), done.claim())
        : first.dispatch(this);
  }

  /** The answer to a POST that waited for its claim, or for the one that it is a repetition of. */
  Answer afterWaiting(Result filed, Optional<ClaimView> now, ClaimId id) {
    Answer answer = display.afterWaiting(now, id);
    return filed instanceof Replayed ? IdempotencyKey.replayed(answer) : answer;
  }

  private Answer stillActive(@Nullable ClaimView now, ClaimView then) {
    if (now == null) {
      return on(new NoSuchClaim(then.claim().id()));
    }
    return now.claim().isActive() ? display.one(now) : on(new AlreadyEnded(now));
  }

  @Override
  public Answer on(Redelivered result) {
    throw neverTold(result);
  }

  @Override
  public Answer on(Held result) {
    throw neverTold(result);
  }

  @Override
  public Answer on(ProofRejected result) {
    return ProblemJson.write(ClaimsRefusals.preconditionFailed());
  }

  @Override
  public Answer on(NotHeld result) {
    return ProblemJson.write(ClaimsRefusals.preconditionFailed());
  }

  @Override
  public Answer on(Ticked result) {
    throw neverTold(result);
  }

  @Override
  public Answer on(Configured result) {
    throw neverTold(result);
  }

  /** This dialect sends no command that leads to such a result, or the port replaces it. */
  private static IllegalStateException neverTold(Result result) {
    return new IllegalStateException("unexpected in /v1/claims: " + result);
  }
}
