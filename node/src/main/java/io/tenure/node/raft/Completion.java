package io.tenure.node.raft;

import io.tenure.gateway.UnknownOutcomeException;
import io.tenure.kernel.Archive;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.AlreadyEnded;
import io.tenure.kernel.Result.NoSuchClaim;
import io.tenure.kernel.Result.NotHeld;
import io.tenure.kernel.Result.Repeated;
import java.util.List;

/**
 * Adds to a result what the kernel cannot know, because only the archive does: a claim that has
 * ended, who held a resource last, and the first answer to a repeated request.
 */
final class Completion {

  private final Archive archive;

  Completion(Archive archive) {
    this.archive = archive;
  }

  Result complete(Result result) {
    if (result instanceof Repeated repeated) {
      return complete(archive.answer(repeated.key().name()).orElseThrow(Completion::forgotten));
    }
    if (result instanceof NoSuchClaim missing) {
      return archive.ended(missing.claim()).<Result>map(Completion::ended).orElse(result);
    }
    return result instanceof NotHeld free ? withLastHolder(free) : result;
  }

  /** Its time was over between the entry that found it and this look. */
  private static UnknownOutcomeException forgotten() {
    return new UnknownOutcomeException("the first answer to this key has just been forgotten");
  }

  private static AlreadyEnded ended(Claim claim) {
    ClusterTime end = claim.ended() == null ? ClusterTime.ZERO : claim.ended().cluster();
    return new AlreadyEnded(new ClaimView(claim, 0, end));
  }

  private NotHeld withLastHolder(NotHeld free) {
    if (free.last() != null) {
      return free; // the leader has looked, and knows best
    }
    List<Claim> last = archive.tenures(free.resource(), 1);
    return last.isEmpty() ? free : new NotHeld(free.resource(), last.get(0));
  }
}
