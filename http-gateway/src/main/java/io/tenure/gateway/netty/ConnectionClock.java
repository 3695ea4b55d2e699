package io.tenure.gateway.netty;

import java.time.Duration;

/** Since when a connection does what it does, and whether that is too long. */
final class ConnectionClock {

  private final HttpLimits limits;
  private long readSince = System.nanoTime();
  private long restSince = readSince;
  private long unwritableSince = readSince;

  ConnectionClock(HttpLimits limits) {
    this.limits = limits;
  }

  /** The next head or body begins, or a request is complete. */
  void startReading() {
    readSince = System.nanoTime();
  }

  /** An answer was written, or the connection began to end. */
  void startRest() {
    restSince = System.nanoTime();
  }

  /** The client does not take what is sent to it. */
  void startBlock() {
    unwritableSince = System.nanoTime();
  }

  long readSince() {
    return readSince;
  }

  boolean isHeadSlow(long now) {
    return isPast(limits.headTimeout(), readSince, now);
  }

  boolean isBodySlow(long now) {
    return isPast(limits.bodyTimeout(), readSince, now);
  }

  boolean isIdle(long now) {
    return isPast(limits.idleTimeout(), restSince, now);
  }

  boolean isBlocked(long now) {
    return isPast(limits.bodyTimeout(), unwritableSince, now);
  }

  /** Whether a client that sends no more has been waiting so long that it is probably gone. */
  boolean isGone(long now) {
    return isPast(limits.answerTimeout(), restSince, now);
  }

  private static boolean isPast(Duration timeout, long since, long now) {
    return now - since > timeout.toNanos();
  }
}
