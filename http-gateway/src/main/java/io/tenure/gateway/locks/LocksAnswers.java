package io.tenure.gateway.locks;

import io.tenure.gateway.Answer;
import io.tenure.gateway.IdempotencyKey;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.ResourceResults;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Limit;
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
import io.tenure.kernel.Ttl;
import org.jspecify.annotations.Nullable;

/** What each of the kernel's results is in {@code /api/locks}. */
final class LocksAnswers implements ResourceResults<Answer> {

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int PRECONDITION_FAILED = 412;
  private static final int UNPROCESSABLE = 422;
  private static final int LOCKED = 423;
  private static final int FULL = 507;
  private static final long MICROS_PER_SECOND = 1_000_000;

  @Override
  public Answer on(Granted result) {
    return LockJson.generation(result.claim().claim());
  }

  @Override
  public Answer on(Renewed result) {
    return LockJson.generation(result.claim().claim());
  }

  @Override
  public Answer on(Ended result) {
    return StatusText.of(OK);
  }

  /** The text has no room for it, but a header can say for how long the lock is held still. */
  @Override
  public Answer on(Held result) {
    Answer locked = StatusText.of(LOCKED);
    Ttl remaining = result.holder().remaining();
    return remaining.isForever()
        ? locked
        : locked.with("Retry-After", Long.toString(secondsUp(remaining)));
  }

  @Override
  public Answer on(ProofRejected result) {
    return StatusText.of(PRECONDITION_FAILED);
  }

  @Override
  public Answer on(NotHeld result) {
    return StatusText.of(NOT_FOUND);
  }

  @Override
  public Answer on(KeyReused result) {
    return StatusText.of(UNPROCESSABLE);
  }

  /** Full is full until somebody releases something, but keys are forgotten by themselves. */
  @Override
  public Answer on(LimitReached result) {
    return result.limit() == Limit.MEMO
        ? ProblemJson.write(IdempotencyKey.noRoom(result.most()))
        : StatusText.of(FULL);
  }

  /**
   * A lock that is over is not told again as if it were held; one that still is, as it is now. What
   * was refused is refused again.
   */
  @Override
  public Answer on(Replayed result) {
    Result first = result.first();
    boolean told = first instanceof Granted || first instanceof Renewed;
    return IdempotencyKey.replayed(told ? present(result.now()) : first.dispatch(this));
  }

  private static Answer present(@Nullable ClaimView now) {
    return now != null && now.claim().isActive()
        ? LockJson.remaining(now)
        : StatusText.of(NOT_FOUND);
  }

  private static long secondsUp(Ttl remaining) {
    return remaining.micros() / MICROS_PER_SECOND + 1;
  }
}
