package io.tenure.node.raft;

import io.tenure.kernel.Result;

/**
 * A request on its way into the log, and somebody who waits for what becomes of it. Exactly one of
 * its endings counts; later ones are ignored.
 */
abstract class Submission {

  private final byte[] request;
  private final boolean urgent;
  private final long deadlineNanos;

  /**
   * Wraps an encoded request.
   *
   * @param urgent whether it goes before new claims: renewals, releases and ticks do
   */
  Submission(byte[] request, boolean urgent, long deadlineNanos) {
    this.request = request;
    this.urgent = urgent;
    this.deadlineNanos = deadlineNanos;
  }

  byte[] request() {
    return request;
  }

  boolean isUrgent() {
    return urgent;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  final boolean isLate(long nanos) {
    return nanos - deadlineNanos() >= 0;
  }

  /** Whether one of the endings has come, so that there is no reason to send it again. */
  abstract boolean isOver();

  /** Whether it can be sent to another leader, though one may have applied it. */
  abstract boolean isRepeatable();

  /** It was applied. */
  abstract void applied(Result result, Delivery delivery);

  /**
   * It was surely not applied by whoever says so.
   *
   * @param reason for the client to read: plain words, without addresses or names of classes, which
   *     belong in the log
   */
  abstract void refused(String reason);

  /** It was surely not proposed, because this node does not lead. */
  abstract void notLeader();

  /**
   * It may or may not be applied, and nobody will tell any more.
   *
   * @param reason as of {@link #refused}
   */
  abstract void unknown(String reason);

  /**
   * It may or may not be applied, because the leader that had it is not known to lead any more.
   *
   * @return whether it can be sent to the next leader, and wants to be; if not, this was its ending
   */
  abstract boolean lost(String reason);
}
