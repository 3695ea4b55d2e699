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
final class LocketAnswers implements ResourceResults<LocketAnswer> {

  private static final LocketAnswer COLLISION = LocketAnswer.refused(LocketRefusals.COLLISION);
  private static final LocketAnswer NOT_HELD = LocketAnswer.refused(LocketRefusals.NOT_HELD);

  @Override
  public LocketAnswer on(Granted result) {
    return LocketAnswer.holds(result.claim().claim().tenure().token());
  }

  @Override
  public LocketAnswer on(Renewed result) {
    return LocketAnswer.holds(result.claim().claim().tenure().token());
  }

  @Override
  public LocketAnswer on(Ended result) {
    return LocketAnswer.DONE;
  }

  @Override
  public LocketAnswer on(Held result) {
    return COLLISION;
  }

  @Override
  public LocketAnswer on(ProofRejected result) {
    return COLLISION;
  }

  @Override
  public LocketAnswer on(NotHeld result) {
    return NOT_HELD;
  }

  @Override
  public LocketAnswer on(LimitReached result) {
    if (result.limit() != Limit.LIVE_CLAIMS) {
      throw ResourceResults.neverTold(result);
    }
    return LocketAnswer.refused(
        LocketRefusals.exhausted("limit of " + result.most() + " locks and claims reached"));
  }

  @Override
  public LocketAnswer on(KeyReused result) {
    throw ResourceResults.neverTold(result);
  }
}
