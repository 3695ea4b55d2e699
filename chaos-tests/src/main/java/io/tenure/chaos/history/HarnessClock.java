package io.tenure.chaos.history;

/** The clock of one run: nanoseconds since it was made, never set back, the same for everybody. */
public final class HarnessClock {

  private final long origin = System.nanoTime();

  public long nanos() {
    return System.nanoTime() - origin;
  }
}
