package io.tenure.kernel;

/**
 * How long a lease lasts from its grant or renewal; one dialect knows leases that never end.
 *
 * <p>A ttl of zero is legal: such a lease is granted, and over as soon as time moves.
 */
public record Ttl(long micros) {

  public static final Ttl FOREVER = new Ttl(Long.MAX_VALUE);

  private static final long MICROS_PER_SECOND = 1_000_000;

  public Ttl {
    if (micros < 0) {
      throw new IllegalArgumentException("a ttl cannot be negative: " + micros);
    }
  }

  public static Ttl ofSeconds(long seconds) {
    return new Ttl(Math.multiplyExact(seconds, MICROS_PER_SECOND));
  }

  public boolean isForever() {
    return micros == Long.MAX_VALUE;
  }

  /**
   * When a lease that starts at {@code from} is over. It is always later than {@code from}, so that
   * whoever is granted one holds it for the rest of the log entry: a chain of empty leases cannot
   * run through a whole queue unless a tick counts them.
   */
  public ClusterTime endsAt(ClusterTime from) {
    return isForever() ? ClusterTime.NEVER : from.plusMicros(Math.max(1, micros));
  }

  @Override
  public String toString() {
    return isForever() ? "forever" : micros + "us";
  }
}
