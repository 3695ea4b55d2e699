package io.tenure.gateway.locket;

import io.tenure.service.Caller;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Asks the cluster on behalf of one call, and asks again while the cluster cannot answer and the
 * caller has time. Everything that this dialect asks may be asked twice: a lock that was taken
 * already is renewed, and one that was released already is gone.
 */
final class RetryUntilDeadline {

  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final Caller caller;
  private final BooleanSupplier inVain;

  /**
   * Makes it for one call.
   *
   * @param inVain whether nobody waits for the answer any more
   */
  RetryUntilDeadline(Caller caller, BooleanSupplier inVain) {
    this.caller = caller;
    this.inVain = inVain;
  }

  /** Whom to answer, and by when. */
  Caller caller() {
    return caller;
  }

  /**
   * What the cluster said at last.
   *
   * @param again whether the same may have been applied before, without an answer
   */
  record Told<T>(T answer, boolean again) {}

  /** Fails as {@link io.tenure.service.Leases} does, but only when the time is over. */
  <T> CompletionStage<Told<T>> ask(Function<Caller, CompletionStage<T>> question) {
    Attempts<T> attempts = new Attempts<>(question);
    attempts.next();
    return attempts.told;
  }

  static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Each attempt starts when the one before has failed, so no two threads meet here. */
  private final class Attempts<T> {

    private final Function<Caller, CompletionStage<T>> question;
    private final CompletableFuture<Told<T>> told = new CompletableFuture<>();
    private long pauseNanos = FIRST_PAUSE_NANOS;
    private boolean maybeApplied;

    Attempts(Function<Caller, CompletionStage<T>> question) {
      this.question = question;
    }

    void next() {
      try {
        question
            .apply(caller)
            .whenComplete(
                (answer, failure) -> {
                  if (failure == null) {
                    told.complete(new Told<>(answer, maybeApplied));
                  } else {
                    failed(cause(failure));
                  }
                });
      } catch (RuntimeException fault) {
        told.completeExceptionally(fault);
      }
    }

    private void failed(Throwable cause) {
      boolean unknown = cause instanceof UnknownOutcomeException;
      if (!unknown && !(cause instanceof UnavailableException)) {
        told.completeExceptionally(cause);
        return;
      }
      maybeApplied |= unknown;
      long left = caller.deadlineNanos() - System.nanoTime();
      if (left <= 0) {
        told.completeExceptionally(lastWord(cause));
        return;
      }
      long pause = inVain.getAsBoolean() ? 0 : Math.min(left, pauseNanos);
      pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
      CompletableFuture.delayedExecutor(pause, TimeUnit.NANOSECONDS, caller.home())
          .execute(() -> again(cause));
    }

    private void again(Throwable cause) {
      if (inVain.getAsBoolean()) {
        told.completeExceptionally(lastWord(cause));
      } else {
        next();
      }
    }

    /** That the last attempt surely did nothing does not tell what the others did. */
    private Throwable lastWord(Throwable last) {
      return maybeApplied ? new UnknownOutcomeException(String.valueOf(last.getMessage())) : last;
    }
  }
}
