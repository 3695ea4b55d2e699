package io.tenure.replication;

import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Settings;
import java.util.NavigableMap;

/**
 * What a replica tells about itself after each batch of entries, so that others need not ask for
 * its lock.
 *
 * @param now the cluster time of the last entry
 * @param atNanos when it was applied, on this node's monotonic clock
 * @param nextExpiry when the next lease runs out
 * @param timed whether anything in the state depends on the passing of time
 * @param digest the state's digest after the last entry
 * @param level what the cluster may write; see {@link io.tenure.kernel.Level}
 * @param settings the cluster's
 * @param checkpoints the state's digests at some indexes that all nodes share, for comparing them;
 *     never changed
 */
public record Applied(
    long index,
    ClusterTime now,
    long atNanos,
    ClusterTime nextExpiry,
    boolean timed,
    long digest,
    int level,
    Settings settings,
    NavigableMap<Long, Long> checkpoints,
    Counts counts) {

  /** Sizes, for metrics. */
  public record Counts(int live, int active, long ended, int answers) {}

  /**
   * What cluster time may be by now: only for showing how much is left of a lease, never for
   * deciding that it has run out.
   */
  public ClusterTime estimate(long nanos, long capMicros) {
    return now.plusMicros(Math.min(capMicros, Math.max(0, nanos - atNanos) / 1_000));
  }
}
