package io.tenure.replication;

import java.util.List;

/**
 * One question to a quorum how far the log is committed. Once the state has reached that, all the
 * round's reads may be answered.
 */
public final class Round {

  private final List<Read<?>> reads;
  private final long beganNanos;

  Round(List<Read<?>> reads, long beganNanos) {
    this.reads = reads;
    this.beganNanos = beganNanos;
  }

  public List<Read<?>> reads() {
    return reads;
  }

  /** Everything that was committed before this is in the state when the round has succeeded. */
  public long beganNanos() {
    return beganNanos;
  }
}
