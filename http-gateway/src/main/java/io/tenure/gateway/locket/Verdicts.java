package io.tenure.gateway.locket;

import io.tenure.gateway.ResourceResults;
import io.tenure.kernel.Limit;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.KeyReused;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.kernel.Result.NotHeld;
import io.tenure.kernel.Result.ProofRejected;
import io.tenure.kernel.Result.Renewed;

/** What each of the kernel's results is in this dialect. */
final class Verdicts implements ResourceResults<Verdict> {

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
      throw ResourceResults.neverTold(result);
    }
    return Verdict.refused(
        Refusals.exhausted(
            result.most() + " locks and claims are in this cluster, and there may be no more"));
  }

  @Override
  public Verdict on(KeyReused result) {
    throw ResourceResults.neverTold(result);
  }
}
