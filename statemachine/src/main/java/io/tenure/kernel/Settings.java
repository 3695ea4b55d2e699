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
 */
public record Settings(
    int queueLimit,
    int liveLimit,
    int namespaceLimit,
    long retentionMicros,
    int retentionLimit,
    long memoMicros,
    int memoLimit) {

  private static final long MINUTE_MICROS = 60_000_000L;

  public static final Settings DEFAULT =
      new Settings(
          100_000,
          1_000_000,
          10_000,
          24 * 60 * MINUTE_MICROS,
          1_000_000,
          15 * MINUTE_MICROS,
          1_000_000);

  public Settings {
    long least = Math.min(Math.min(queueLimit, liveLimit), Math.min(namespaceLimit, memoLimit));
    long leastKept = Math.min(retentionLimit, Math.min(retentionMicros, memoMicros));
    if (Math.min(least, leastKept) < 0) {
      throw new IllegalArgumentException("a limit cannot be negative");
    }
  }

  long digest() {
    return Digest.start()
        .add(queueLimit)
        .add(liveLimit)
        .add(namespaceLimit)
        .add(retentionMicros)
        .add(retentionLimit)
        .add(memoMicros)
        .add(memoLimit)
        .value();
  }
}
