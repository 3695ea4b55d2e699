package io.tenure.kernel;

/**
 * Limits that decide results, and so must be equal on all replicas: they are state, changed by the
 * log, and not each node's own configuration.
 *
 * @param queueLimit waiting claims per resource
 * @param liveLimit waiting and active claims in all
 * @param namespaceLimit live claims per namespace
 * @param retentionMicros how long ended claims are kept
 * @param retentionLimit how many ended claims are kept
 * @param memoMicros how long the first answer to a keyed request is remembered
 * @param memoLimit how many such answers are remembered
 * @param promotionGraceMicros how long at least a promoted claim waits for its owner to ask, if it
 *     learns of its promotion by asking; zero for not at all
 */
public record Settings(
    int queueLimit,
    int liveLimit,
    int namespaceLimit,
    long retentionMicros,
    int retentionLimit,
    long memoMicros,
    int memoLimit,
    long promotionGraceMicros) {

  /** The most that a promoted claim waits for its owner, however rarely that one asks. */
  public static final long LONGEST_GRACE_MICROS = 600_000_000;

  private static final long MINUTE_MICROS = 60_000_000L;

  public static final Settings DEFAULT =
      new Settings(
          100_000,
          1_000_000,
          10_000,
          24 * 60 * MINUTE_MICROS,
          1_000_000,
          15 * MINUTE_MICROS,
          1_000_000,
          MINUTE_MICROS);

  /** Without a grace, as on {@link Level#FIRST}. */
  public Settings(
      int queueLimit,
      int liveLimit,
      int namespaceLimit,
      long retentionMicros,
      int retentionLimit,
      long memoMicros,
      int memoLimit) {
    this(
        queueLimit,
        liveLimit,
        namespaceLimit,
        retentionMicros,
        retentionLimit,
        memoMicros,
        memoLimit,
        0);
  }

  public Settings {
    long least = Math.min(Math.min(queueLimit, liveLimit), Math.min(namespaceLimit, memoLimit));
    long leastKept = Math.min(retentionLimit, Math.min(retentionMicros, memoMicros));
    if (Math.min(least, Math.min(leastKept, promotionGraceMicros)) < 0) {
      throw new IllegalArgumentException("a limit cannot be negative");
    }
  }

  /** What a cluster of this level can keep of these settings. */
  public Settings atLevel(int level) {
    return level >= Level.SECOND ? this : withPromotionGrace(0);
  }

  public Settings withPromotionGrace(long micros) {
    return new Settings(
        queueLimit,
        liveLimit,
        namespaceLimit,
        retentionMicros,
        retentionLimit,
        memoMicros,
        memoLimit,
        micros);
  }

  long digest() {
    Digest first =
        Digest.start()
            .add(queueLimit)
            .add(liveLimit)
            .add(namespaceLimit)
            .add(retentionMicros)
            .add(retentionLimit)
            .add(memoMicros)
            .add(memoLimit);
    return promotionGraceMicros == 0 ? first.value() : first.add(promotionGraceMicros).value();
  }
}
