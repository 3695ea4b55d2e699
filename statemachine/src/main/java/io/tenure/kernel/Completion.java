package io.tenure.kernel;

import io.tenure.kernel.Result.AlreadyEnded;
import io.tenure.kernel.Result.Confirmed;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.IllegalTransition;
import io.tenure.kernel.Result.NoSuchClaim;
import io.tenure.kernel.Result.NotActive;
import io.tenure.kernel.Result.NotHeld;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Redelivered;
import io.tenure.kernel.Result.Renewed;
import io.tenure.kernel.Result.Repeated;
import io.tenure.kernel.Result.Replayed;
import io.tenure.kernel.Result.StillWaiting;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Adds to a result what the kernel cannot know, because only the archive does: a claim that has
 * ended, who held a resource last, and the first answer to a request that came again. As
 * thread-safe as what it is made of.
 */
public final class Completion {

  private final Archive archive;
  private final Function<ClaimId, Optional<ClaimView>> claims;

  /**
   * Makes a completion.
   *
   * @param claims finds a claim, live or ended, as it is now
   */
  public Completion(Archive archive, Function<ClaimId, Optional<ClaimView>> claims) {
    this.archive = archive;
    this.claims = claims;
  }

  /**
   * Completes a result, unless it {@link #isForgotten}: the time of the first answer was over
   * between the entry that found it and this look.
   */
  public Result complete(Result result) {
    if (result instanceof Repeated repeated) {
      return archive.answer(repeated.key()).map(this::replay).orElse(result);
    }
    if (result instanceof Redelivered again) {
      return archive.answer(again.delivery(), again.entry()).map(this::complete).orElse(result);
    }
    if (result instanceof NoSuchClaim missing) {
      return archive.ended(missing.claim()).<Result>map(Completion::ended).orElse(result);
    }
    return result instanceof NotHeld free ? withLastHolder(free) : result;
  }

  /** Whether a result needs nothing from the archive. */
  public static boolean isComplete(Result result) {
    return !(result instanceof Repeated
        || result instanceof Redelivered
        || result instanceof NoSuchClaim
        || (result instanceof NotHeld free && free.last() == null));
  }

  /** Whether a completed result still refers to a first answer that is not kept any more. */
  public static boolean isForgotten(Result completed) {
    return completed instanceof Repeated || completed instanceof Redelivered;
  }

  private Result replay(Result kept) {
    Result first = complete(kept);
    return new Replayed(first, claimOf(first).flatMap(claims).orElse(null));
  }

  /** The claim of the caller's that a result is about. */
  private static Optional<ClaimId> claimOf(Result result) {
    return viewIn(result).map(view -> view.claim().id());
  }

  private static Optional<ClaimView> viewIn(Result result) {
    if (result instanceof Granted told) {
      return Optional.of(told.claim());
    }
    if (result instanceof Queued told) {
      return Optional.of(told.claim());
    }
    if (result instanceof Renewed told) {
      return Optional.of(told.claim());
    }
    if (result instanceof Confirmed told) {
      return Optional.of(told.claim());
    }
    if (result instanceof Ended told) {
      return Optional.of(told.claim());
    }
    if (result instanceof StillWaiting told) {
      return Optional.of(told.claim());
    }
    if (result instanceof NotActive told) {
      return Optional.of(told.claim());
    }
    return result instanceof IllegalTransition told ? Optional.of(told.claim()) : Optional.empty();
  }

  private static AlreadyEnded ended(Claim claim) {
    ClusterTime end = claim.ended() == null ? ClusterTime.ZERO : claim.ended().cluster();
    return new AlreadyEnded(new ClaimView(claim, 0, end));
  }

  private NotHeld withLastHolder(NotHeld free) {
    if (free.last() != null) {
      return free; // a first answer that is given again
    }
    List<Claim> last = archive.tenures(free.resource(), 1);
    return last.isEmpty() ? free : new NotHeld(free.resource(), last.get(0));
  }
}
