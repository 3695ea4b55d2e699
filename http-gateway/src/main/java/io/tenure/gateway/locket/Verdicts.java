package io.tenure.gateway.locket;

import io.tenure.kernel.Limit;
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
import io.tenure.kernel.Result.Renewed;
import io.tenure.kernel.Result.Repeated;
import io.tenure.kernel.Result.StillWaiting;
import io.tenure.kernel.Result.Ticked;

/** What each of the kernel's results is in this dialect. */
final class Verdicts implements Result.Handler<Verdict> {

  private static final Verdict COLLISION = Verdict.refused(Refusals.COLLISION);
  private static final Verdict NOT_HELD = Verdict.refused(Refusals.NOT_HELD);

  @Override
  public Verdict on(Granted result) {
    return Verdict.holds(result.claim().claim().tenure().token());
  }

  @Override
  public Verdict on(Renewed result) {
    return Verdict.holds(result.claim().claim().tenure().token());
  }

  @Override
  public Verdict on(Ended result) {
    return Verdict.DONE;
  }

  @Override
  public Verdict on(Held result) {
    return COLLISION;
  }

  @Override
  public Verdict on(ProofRejected result) {
    return COLLISION;
  }

  @Override
  public Verdict on(NotHeld result) {
    return NOT_HELD;
  }

  @Override
  public Verdict on(LimitReached result) {
    if (result.limit() != Limit.LIVE_CLAIMS) {
      throw neverTold(result);
    }
    return Verdict.refused(
        Refusals.exhausted(
            result.most() + " locks and claims are in this cluster, and there may be no more"));
  }

  @Override
  public Verdict on(Queued result) {
    throw neverTold(result);
  }

  @Override
  public Verdict on(Confirmed result) {
    throw neverTold(result);
  }

  @Override
  public Verdict on(Ticked result) {
    throw neverTold(result);
  }

  @Override
  public Verdict on(Configured result) {
    throw neverTold(result);
  }

  @Override
  public Verdict on(StillWaiting result) {
    throw neverTold(result);
  }

  @Override
  public Verdict on(NotActive result) {
    throw neverTold(result);
  }

  @Override
  public Verdict on(IllegalTransition result) {
    throw neverTold(result);
  }

  @Override
  public Verdict on(NoSuchClaim result) {
    throw neverTold(result);
  }

  @Override
  public Verdict on(AlreadyEnded result) {
    throw neverTold(result);
  }

  @Override
  public Verdict on(Repeated result) {
    throw neverTold(result);
  }

  @Override
  public Verdict on(KeyReused result) {
    throw neverTold(result);
  }

  /** This dialect sends no command that leads to such a result. */
  private static IllegalStateException neverTold(Result result) {
    return new IllegalStateException("unexpected in Locket: " + result);
  }
}
