package io.tenure.node.raft;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many requests this node has taken and not yet answered. Beyond the limit it refuses at once
 * instead of letting everybody wait; new claims are refused a little earlier, so that holders can
 * still renew and release. Thread-safe.
 */
final class Admission {

  private final int limit;
  private final int limitForClaims;
  private final AtomicInteger taken = new AtomicInteger();

  Admission(int limit) {
    this.limit = limit;
    this.limitForClaims = limit - limit / 5;
  }

  boolean enter(boolean urgent) {
    if (taken.incrementAndGet() > (urgent ? limit : limitForClaims)) {
      taken.decrementAndGet();
      return false;
    }
    return true;
  }

  void leave() {
    taken.decrementAndGet();
  }

  int taken() {
    return taken.get();
  }
}
