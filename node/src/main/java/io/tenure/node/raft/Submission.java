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

  boolean isLate(long nanos) {
    return nanos - deadlineNanos >= 0;
  }

  /** It was applied. */
  abstract void applied(Result result, Delivery delivery);

  /** It was surely not applied. */
  abstract void refused(String reason);

  /** It was surely not proposed, because this node does not lead. */
  abstract void notLeader();

  /** It may or may not be applied. */
  abstract void unknown(String reason);
}
