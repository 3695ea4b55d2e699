package io.tenure.replication;

/**
 * The question to a quorum whether this member still leads, which it asks after a pause, until
 * there is an answer.
 */
final class Confirmation {

  private static final long AGAIN_NANOS = 20_000_000;
  private static final long SILENCE_NANOS = 1_000_000_000;

  private final Effects effects;
  private long questions;
  private boolean underWay;
  private long askAgainNanos;

  Confirmation(Effects effects, long nanos) {
    this.effects = effects;
    askAgainNanos = nanos;
  }

  /** Asks, unless a question is under way that may still be answered. */
  void ask(LeaderTime time, long nanos) {
    if (!underWay || nanos - askAgainNanos >= 0) {
      questions++;
      underWay = true;
      askAgainNanos = nanos + SILENCE_NANOS;
      time.asksQuorum(nanos);
      effects.askQuorum(questions);
    }
  }

  /** Whether this answer confirms that the member led when it was asked. */
  boolean isConfirmedBy(long question, boolean yes, long nanos) {
    boolean awaited = underWay && question == questions;
    if (awaited && yes) {
      underWay = false;
    } else if (awaited) {
      askAgainNanos = nanos + AGAIN_NANOS;
    }
    return awaited && yes;
  }

  /** Whatever was asked is about another leadership. */
  void leaderChanged() {
    underWay = false;
  }

  /** When to ask again, if there is no answer before. */
  long nextNanos(long nanos) {
    return underWay ? askAgainNanos : nanos + SILENCE_NANOS;
  }
}
