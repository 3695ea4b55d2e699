package io.tenure.kernel;

/**
 * When something happened, on two clocks: cluster time, by which everything is decided, and the
 * leader's wall clock in microseconds since 1970, which is only shown to people.
 */
public record Moment(ClusterTime cluster, long wallMicros) {

  public static final Moment ZERO = new Moment(ClusterTime.ZERO, 0);

  @Override
  public String toString() {
    return cluster.toString();
  }
}
