package io.tenure.replication;

import org.jspecify.annotations.Nullable;

/**
 * The leader's side of a hand-over. A leader that steps down forgets whom to answer, so it proposes
 * nothing for a short while and answers everybody first. It hands over once at a time, and rests in
 * between, so that nobody can keep it from its work by asking again and again.
 */
final class Transfers {

  /** How long it waits for what is under way, and proposes nothing. */
  static final long DRAIN_NANOS = 300_000_000;

  /** How long it goes on with its work before it hands over again. */
  static final long REST_NANOS = 50_000_000;

  private final GroupEffects effects;
  private @Nullable Transfer current;

  /** Whether the log was told to transfer, and has not said yet whether it does. */
  private boolean underWay;

  private long drainedNanos;
  private long restsUntilNanos;
  private boolean leads;
  private boolean closed;

  Transfers(GroupEffects effects, long nanos) {
    this.effects = effects;
    restsUntilNanos = nanos;
  }

  /** Begins to drain the log, unless it is not the time for that. */
  void begin(Transfer next, long nanos) {
    if (closed || !leads || current != null || nanos - restsUntilNanos < 0) {
      next.told(HandOverReply.NOT_NOW, nanos);
    } else {
      current = next;
      underWay = false;
      drainedNanos = nanos + DRAIN_NANOS;
    }
  }

  /** Lets the log transfer once nothing is under way, or time is up. */
  void step(boolean nothingUnderWay, long nanos) {
    if (current != null && !underWay && (nothingUnderWay || nanos - drainedNanos >= 0)) {
      underWay = true;
      effects.transfer(current);
    }
  }

  /** The log has said whether it transfers. */
  void ended(Transfer transfer, HandOverReply said, long nanos) {
    if (transfer == current) {
      current = null;
      restsUntilNanos = nanos + REST_NANOS;
    }
    transfer.told(said, nanos);
  }

  /** Whether nothing may be proposed now. */
  boolean holds(long nanos) {
    return leads && current != null && nanos - drainedNanos < 0;
  }

  /** Who does not lead has nothing to hand over. */
  void leaderChanged(Standing next, long nanos) {
    leads = next.mine();
    if (!leads) {
      giveUp(nanos);
    }
  }

  void close(long nanos) {
    closed = true;
    giveUp(nanos);
  }

  private void giveUp(long nanos) {
    Transfer waiting = current;
    if (waiting != null && !underWay) {
      current = null;
      waiting.told(HandOverReply.NOT_NOW, nanos);
    }
  }

  /** When {@link #step} should be called again, if nothing else happens. */
  long nextNanos(long nanos) {
    return current != null && !underWay ? drainedNanos : nanos + DRAIN_NANOS;
  }
}
