package io.tenure.replication;

/**
 * Notices that this process was stopped for a while, by a signal, a long collection or the machine
 * below it: a thread that means to beat every {@link #BEAT_NANOS} was late by far. A leader that
 * was stopped may have been replaced without knowing, so it has to ask a quorum before it stamps
 * again.
 */
public final class PauseGuard {

  public static final long BEAT_NANOS = 50_000_000;

  /** A beat that comes this long after the one before was held up by a pause. */
  public static final long PAUSE_NANOS = 400_000_000;

  private long lastBeat;
  private long pausedFrom;
  private boolean suspected;

  /** Whether a quorum is being asked, and no pause was noticed since the question was put. */
  private boolean asked;

  PauseGuard(long nanos) {
    lastBeat = nanos;
  }

  /** To be called at intervals of {@link #BEAT_NANOS}. */
  void beat(long nanos) {
    if (isLate(nanos)) {
      if (!suspected) {
        pausedFrom = lastBeat;
      }
      suspected = true;
      asked = false;
    }
    lastBeat = nanos;
  }

  /** Whether there was a pause after which no quorum has confirmed that this node still leads. */
  boolean isSuspected(long nanos) {
    return suspected || isLate(nanos);
  }

  /** A quorum is about to be asked. */
  void asks(long nanos) {
    beat(nanos);
    asked = true;
  }

  /**
   * The quorum said yes. Tells whether that settles it: not if there was another pause since the
   * question was put.
   */
  boolean confirm(long nanos) {
    beat(nanos);
    boolean settled = suspected && asked;
    if (settled) {
      suspected = false;
      asked = false;
    }
    return settled;
  }

  /** The last beat before the pause that is suspected, or that was confirmed last. */
  long pausedFrom() {
    return pausedFrom;
  }

  private boolean isLate(long nanos) {
    return nanos - lastBeat > PAUSE_NANOS;
  }
}
