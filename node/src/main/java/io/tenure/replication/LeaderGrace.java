package io.tenure.replication;

/**
 * Tells a short election from the loss of the leader: a node has lost its leader once it has known
 * none for the whole grace. Not thread-safe.
 */
public final class LeaderGrace {

  private final long graceNanos;
  private boolean absent;
  private long absentSinceNanos;

  public LeaderGrace(long graceNanos) {
    this.graceNanos = graceNanos;
  }

  /** Takes in whether a leader is known; returns true if its absence begins here. */
  public boolean observe(boolean leaderKnown, long nanos) {
    boolean begins = !leaderKnown && !absent;
    if (begins) {
      absentSinceNanos = nanos;
    }
    absent = !leaderKnown;
    return begins;
  }

  public boolean isLeaderLost(long nanos) {
    return absent && nanos - absentSinceNanos >= graceNanos;
  }
}
