package io.tenure.kernel;

/**
 * Numbers every grant and every renewal in the cluster, so that no two states of a lease share one.
 *
 * <p>It is counted in the {@link LeaseTable} and not taken from the log index: one entry may grant
 * a resource twice, and the log of a cluster restored from a backup starts at one again. The high
 * bits are an epoch that every restore raises, so numbers handed out after the backup was taken are
 * never handed out again. All of it stays below 2^53, where JSON numbers are still exact.
 */
public record LeaseVersion(long value) {

  private static final int COUNTER_BITS = 44;
  private static final long LARGEST = (1L << 53) - 1;

  /** How often the epoch can be raised. */
  public static final long LAST_EPOCH = LARGEST >>> COUNTER_BITS;

  public LeaseVersion {
    if (value < 0 || value > LARGEST) {
      throw new IllegalArgumentException("not a lease version: " + value);
    }
  }

  LeaseVersion next() {
    return new LeaseVersion(value + 1);
  }

  /** How often a cluster was restored, or forced, before this was handed out. */
  public long epoch() {
    return value >>> COUNTER_BITS;
  }

  /** The first version of the epoch after this one's. */
  LeaseVersion raised() {
    return new LeaseVersion((epoch() + 1) << COUNTER_BITS);
  }

  /** The token of a lease that is granted with this version. */
  FencingToken asToken() {
    return new FencingToken(value);
  }

  @Override
  public String toString() {
    return "v" + value;
  }
}
