package io.tenure.replication;

import io.tenure.kernel.Result;

/**
 * A request on its way into the log, and somebody who waits for what becomes of it. It has exactly
 * one ending; later ones are ignored.
 */
public abstract class Submission {

  private final byte[] request;
  private final boolean urgent;
  private final long deadlineNanos;
  private long number;
  private boolean over;

  /**
   * Wraps an encoded request.
   *
   * @param urgent whether it goes before new claims: renewals, releases and ticks do
   */
  protected Submission(byte[] request, boolean urgent, long deadlineNanos) {
    this.request = request;
    this.urgent = urgent;
    this.deadlineNanos = deadlineNanos;
  }

  public final byte[] request() {
    return request;
  }

  public final boolean isUrgent() {
    return urgent;
  }

  /** Its place among all that a member has taken. */
  final long number() {
    return number;
  }

  final void numberedAs(long place) {
    number = place;
  }

  /** Until when somebody waits for its ending. */
  public long deadlineNanos() {
    return deadlineNanos;
  }

  /** Until when it waits for a leader to take it. */
  long waitsUntilNanos() {
    return deadlineNanos();
  }

  final boolean isLate(long nanos) {
    return nanos - deadlineNanos() >= 0;
  }

  final boolean isOver() {
    return over;
  }

  /**
   * Whether any leader will do. Requests of other nodes, and what a leader asks for by itself, are
   * for this member's own log only.
   */
  protected abstract boolean isForAnyLeader();

  /** Whether it can be sent to another leader, though one may have applied it. */
  protected abstract boolean isRepeatable();

  /** It was applied. */
  protected abstract void onApplied(Result result);

  /**
   * It was surely not applied by whoever says so.
   *
   * @param reason for the client to read: plain words, without addresses or names of classes, which
   *     belong in the log
   */
  protected abstract void onRefused(String reason);

  /** It was surely not proposed, because this member does not lead. */
  protected abstract void onNotLeader();

  /**
   * It may or may not be applied, and nobody will tell any more.
   *
   * @param reason as of {@link #onRefused}
   */
  protected abstract void onUnknown(String reason);

  /** A leader that had it may have applied it; it may be sent again. */
  protected void onLost() {}

  final void applied(Result result) {
    if (end()) {
      onApplied(result);
    }
  }

  final void refused(String reason) {
    if (end()) {
      onRefused(reason);
    }
  }

  final void notLeader() {
    if (end()) {
      onNotLeader();
    }
  }

  final void unknown(String reason) {
    if (end()) {
      onUnknown(reason);
    }
  }

  /**
   * It may or may not be applied, because nobody will answer for the leader that had it.
   *
   * @return whether it can be sent to the next leader, and wants to be; if not, it has ended
   */
  final boolean lost(String reason, long nanos) {
    if (over) {
      return false;
    }
    onLost();
    boolean again = isRepeatable() && !isLate(nanos);
    if (!again) {
      unknown(reason);
    }
    return again;
  }

  private boolean end() {
    boolean first = !over;
    over = true;
    return first;
  }
}
