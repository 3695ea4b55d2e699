package io.tenure.kernel;

/**
 * Microseconds on the cluster's own clock: stamped by the leader into each log entry, and never
 * running backwards. It is not the wall clock; only differences between two of them mean anything.
 */
public record ClusterTime(long micros) implements Comparable<ClusterTime> {

  public static final ClusterTime ZERO = new ClusterTime(0);

  /** Later than every time that a cluster will see. */
  public static final ClusterTime NEVER = new ClusterTime(Long.MAX_VALUE);

  /** The later of the two: a new leader whose clock lags must not take time back. */
  public ClusterTime advanceTo(ClusterTime stamped) {
    return stamped.micros > micros ? stamped : this;
  }

  /** A sum that is too large is {@link #NEVER}: no command may stop the replicas by its size. */
  public ClusterTime plusMicros(long elapsed) {
    return elapsed > Long.MAX_VALUE - micros ? NEVER : new ClusterTime(micros + elapsed);
  }

  public long microsSince(ClusterTime earlier) {
    return micros - earlier.micros;
  }

  public boolean isBefore(ClusterTime other) {
    return micros < other.micros;
  }

  @Override
  public int compareTo(ClusterTime other) {
    return Long.compare(micros, other.micros);
  }

  @Override
  public String toString() {
    return micros == Long.MAX_VALUE ? "never" : "t" + micros;
  }
}
