package io.tenure.replication;

import io.tenure.kernel.StateView;

/**
 * How old a replica's state is at most: it has everything that was committed, on any node, before
 * the last read round began that it has reached. That it has just applied an entry would not tell,
 * since the entry itself may be old. Thread-safe.
 */
public final class StateAge {

  private volatile boolean known;
  private volatile long currentNanos;

  /** The state has reached what a round that began then asked for. Rounds come in their order. */
  public void reached(long beganNanos) {
    currentNanos = beganNanos;
    known = true;
  }

  public boolean hasAllBefore(long nanos) {
    return known && currentNanos - nanos >= 0;
  }

  public long staleMicros(long nowNanos) {
    return known ? (nowNanos - currentNanos) / 1_000 : StateView.UNKNOWN_AGE;
  }
}
