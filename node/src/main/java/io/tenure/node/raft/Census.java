package io.tenure.node.raft;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Event;
import io.tenure.kernel.Holder.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Counts the holders who say what they are: locks and presences. Changed under the replica's lock
 * only; the numbers may be read by anybody.
 */
final class Census {

  /** Who is a presence. A holder may become one, or a lock again, whenever it renews. */
  private final Set<Long> presences = new HashSet<>();

  private int locks;
  private long expiredLocks;
  private long expiredPresences;
  private volatile Counts published = new Counts(0, 0, 0, 0);

  private record Counts(int locks, int presences, long expiredLocks, long expiredPresences) {}

  int held(Kind kind) {
    Counts counts = published;
    return kind == Kind.PRESENCE ? counts.presences() : counts.locks();
  }

  /** Since this node was started. */
  long expired(Kind kind) {
    Counts counts = published;
    return kind == Kind.PRESENCE ? counts.expiredPresences() : counts.expiredLocks();
  }

  private void publish() {
    published = new Counts(locks, presences.size(), expiredLocks, expiredPresences);
  }

  /** Starts anew from all who hold something. */
  void take(List<ClaimView> holders) {
    presences.clear();
    locks = 0;
    for (ClaimView holder : holders) {
      locks += holder.claim().holder().kind() == Kind.LOCK ? 1 : 0;
      if (holder.claim().holder().kind() == Kind.PRESENCE) {
        presences.add(holder.claim().id().value());
      }
    }
    publish();
  }

  void happened(List<Event> events) {
    for (Event event : events) {
      if (event instanceof Event.ClaimGranted granted) {
        granted(granted.claim());
      } else if (event instanceof Event.ClaimRenewed renewed) {
        renewed(renewed.claim());
      } else if (event instanceof Event.ClaimEnded ended) {
        ended(ended.claim());
      }
    }
    publish();
  }

  private void granted(Claim claim) {
    switch (claim.holder().kind()) {
      case LOCK -> locks++;
      case PRESENCE -> presences.add(claim.id().value());
      case UNTYPED -> {}
    }
  }

  private void renewed(Claim claim) {
    switch (claim.holder().kind()) {
      case LOCK -> locks += presences.remove(claim.id().value()) ? 1 : 0;
      case PRESENCE -> locks -= presences.add(claim.id().value()) ? 1 : 0;
      case UNTYPED -> {}
    }
  }

  private void ended(Claim claim) {
    int expired = claim.status() == ClaimStatus.EXPIRED ? 1 : 0;
    switch (claim.holder().kind()) {
      case LOCK -> {
        locks--;
        expiredLocks += expired;
      }
      case PRESENCE -> {
        presences.remove(claim.id().value());
        expiredPresences += expired;
      }
      case UNTYPED -> {}
    }
  }
}
