package io.tenure.node.metrics;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Event;
import io.tenure.kernel.Event.ClaimChanged;
import io.tenure.kernel.Holder.Kind;
import io.tenure.kernel.StateView;
import io.tenure.replication.Applied;
import io.tenure.replication.StateListener;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Counts Locket's holders, who say what they are: locks and presences. The numbers may be read by
 * anybody at any time.
 */
public final class LocketCensus implements StateListener {

  private static final String PREFIX = "locket/";

  /** Who is a presence. A holder may become one, or a lock again, whenever it renews. */
  private final Set<Long> presences = new HashSet<>();

  private int locks;
  private long expiredLocks;
  private long expiredPresences;
  private volatile Counts published = new Counts(0, 0, 0, 0);

  private record Counts(int locks, int presences, long expiredLocks, long expiredPresences) {}

  /** How many hold something and are of this kind. */
  public int held(Kind kind) {
    Counts counts = published;
    return kind == Kind.PRESENCE ? counts.presences() : counts.locks();
  }

  /** Since this node was started. */
  public long expired(Kind kind) {
    Counts counts = published;
    return kind == Kind.PRESENCE ? counts.expiredPresences() : counts.expiredLocks();
  }

  private void publish() {
    published = new Counts(locks, presences.size(), expiredLocks, expiredPresences);
  }

  @Override
  public void replaced(StateView state, Applied now) {
    presences.clear();
    locks = 0;
    for (ClaimView holder : state.holders(PREFIX, Integer.MAX_VALUE)) {
      granted(holder.claim());
    }
    publish();
  }

  @Override
  public void applied(List<Step> steps, Applied now) {
    for (Step step : steps) {
      for (Event event : step.events()) {
        if (event instanceof ClaimChanged change) {
          changed(change);
        }
      }
    }
    publish();
  }

  private void changed(ClaimChanged change) {
    switch (change.kind()) {
      case GRANTED -> granted(change.claim());
      case RENEWED -> renewed(change.claim());
      case ENDED -> ended(change.claim());
      case FILED -> {}
    }
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
