package io.tenure.replication;

import io.tenure.kernel.ClusterTime;
import java.util.Optional;

/**
 * All that a member knows about time: its {@link ClusterClock}, the {@link PauseGuard} that keeps
 * it from stamping after a pause, and the {@link TickRule}.
 *
 * <p>A stamp belongs to the term that it was asked for. One that is asked for in an older term than
 * the clock's is refused and moves nothing; one that was made in an older term must be proposed
 * with that term, so that Raft refuses it.
 */
public final class LeaderTime {

  private final ClusterClock clock = new ClusterClock();
  private final PauseGuard pauses;

  public LeaderTime(long nanos) {
    pauses = new PauseGuard(nanos);
  }

  /**
   * This node leads, and has applied all entries of older terms.
   *
   * @param applied the cluster time of the last of them
   */
  public void startTerm(long term, ClusterTime applied, long nanos) {
    clock.startTerm(term, applied, nanos);
  }

  /** To be called at intervals of {@link PauseGuard#BEAT_NANOS}, also by those who do not lead. */
  public void beat(long nanos) {
    pauses.beat(nanos);
  }

  /** Whether a quorum has to confirm that this node leads, before the next stamp. */
  public boolean mustAskQuorum(long nanos) {
    return pauses.isSuspected(nanos);
  }

  /** A quorum is about to be asked; without a confirmation it has to be asked again. */
  public void asksQuorum(long nanos) {
    pauses.asks(nanos);
  }

  /**
   * A quorum confirmed that this node led in that term when it was asked. The time since the last
   * beat before the pause is left out.
   */
  public void confirmed(long term, ClusterTime applied, long nanos) {
    if (clock.isIn(term) && pauses.confirm(nanos)) {
      clock.leaveOut(pauses.pausedFrom(), nanos, applied);
    }
  }

  /**
   * The time for an entry of that term, to be appended after everything up to {@code applied};
   * nothing if this node leads in another term, or must ask a quorum first.
   */
  public Optional<ClusterTime> stamp(long term, ClusterTime applied, long nanos) {
    return pauses.isSuspected(nanos) ? Optional.empty() : clock.stamp(term, applied, nanos);
  }

  /** What the next stamp would be, if there were one now. */
  public ClusterTime now(ClusterTime applied, long nanos) {
    return clock.now(applied, nanos);
  }

  /** Whether a leader should propose a tick now. Changes nothing. */
  public TickRule.Decision look(TickRule.Situation seen, long nanos) {
    return TickRule.decide(seen, now(seen.applied(), nanos), pauses.isSuspected(nanos));
  }
}
