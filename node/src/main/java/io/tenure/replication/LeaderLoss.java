package io.tenure.replication;

/**
 * Notices at once that the leader's process has ended, instead of waiting for its silence to grow
 * long. Its machine then closes our connection to it and refuses a new one; a leader that is paused
 * or cut off does neither, and is left to the election timeout.
 *
 * <p>The follower that is first in the list of members stands for election at once, the next one a
 * little later if there is no leader by then, so that they do not split the votes. Elections are
 * safe whenever they happen; this only makes them early.
 */
public final class LeaderLoss {

  private static final long STAGGER_NANOS = 150_000_000;
  private static final long IDLE_NANOS = 1_000_000_000;

  private final Member.Setup setup;
  private final GroupEffects effects;
  private Standing standing = Standing.UNKNOWN;
  private boolean planned;
  private long probeNanos;

  LeaderLoss(Member.Setup setup, GroupEffects effects) {
    this.setup = setup;
    this.effects = effects;
  }

  /** A connection to a member has ended. */
  public void connectionClosed(String member, long nanos) {
    boolean leaders = !standing.mine() && standing.leader().filter(member::equals).isPresent();
    if (leaders && !planned) {
      planned = true;
      probeNanos = nanos + STAGGER_NANOS * placeInLine(member);
    }
  }

  private int placeInLine(String leader) {
    int place = 0;
    for (String member : setup.members()) {
      if (member.equals(setup.self())) {
        return place;
      }
      place += member.equals(leader) ? 0 : 1;
    }
    return place;
  }

  /** The machine of that leader has refused a connection. */
  public void gone(Standing probed) {
    if (standing.equals(probed)) {
      effects.standForElection(probed.term());
    }
  }

  void leaderChanged(Standing next) {
    standing = next;
    planned = false;
  }

  void step(long nanos) {
    if (planned && nanos - probeNanos >= 0) {
      planned = false;
      effects.probe(standing);
    }
  }

  /** When {@link #step} should be called again, if nothing else happens. */
  long nextNanos(long nanos) {
    return planned ? probeNanos : nanos + IDLE_NANOS;
  }
}
