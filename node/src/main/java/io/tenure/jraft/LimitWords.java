package io.tenure.jraft;

import io.tenure.kernel.Limit;
import io.tenure.kernel.Result.LimitReached;

/** Names a limit as an operator knows it: by its setting, where there is one. */
final class LimitWords {

  private LimitWords() {}

  static String warning(LimitReached refusal) {
    return "requests are refused: " + settingOf(refusal.limit()) + " allows " + refusal.most();
  }

  static String settingOf(Limit limit) {
    return switch (limit) {
      case QUEUE -> "limits.waiting-per-resource";
      case LIVE_CLAIMS -> "limits.live-claims";
      case NAMESPACE -> "limits.leases-per-namespace";
      case MEMO -> "idempotency.keys";
      case EPOCH -> "the number of restores";
    };
  }
}
