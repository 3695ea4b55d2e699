package io.tenure.jraft;

import com.alipay.sofa.jraft.Node;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a snapshot when much has been applied since the last one, so that the log stays short;
 * and after a while when something has. What an idle cluster applies is no reason to copy its
 * state: a tick every second, while there is anything to forget. Called from the thread that
 * applies the log.
 */
final class SnapshotTrigger {

  private static final long MAX_BYTES = 256L * 1024 * 1024;

  /** An idle cluster has so many entries in a quarter of an hour. */
  private static final int LEAST_ENTRIES = 1_000;

  private static final long LEAST_BYTES = 1024 * 1024;

  private final RaftSettings.Times times;
  private final LongSupplier nanoTime;
  private final Executor executor;
  private final AtomicBoolean underWay = new AtomicBoolean();
  private volatile @Nullable Node node;
  private long lastIndex;
  private long lastNanos;
  private long bytes;

  SnapshotTrigger(
      RaftSettings.Times times, long firstIndex, LongSupplier nanoTime, Executor executor) {
    this.times = times;
    this.nanoTime = nanoTime;
    this.executor = executor;
    lastIndex = firstIndex;
    lastNanos = nanoTime.getAsLong();
  }

  void start(Node raft) {
    node = raft;
  }

  void hasApplied(long index, long moreBytes) {
    bytes += moreBytes;
    Node raft = node;
    if (raft != null && isDue(index - lastIndex) && underWay.compareAndSet(false, true)) {
      lastIndex = index;
      lastNanos = nanoTime.getAsLong();
      bytes = 0;
      // Elsewhere, since JRaft may wait for the very thread that calls this.
      executor.execute(() -> raft.snapshot(status -> underWay.set(false)));
    }
  }

  private boolean isDue(long entries) {
    if (entries >= times.snapshotEntries() || bytes >= MAX_BYTES) {
      return true;
    }
    boolean something = entries >= LEAST_ENTRIES || bytes >= LEAST_BYTES;
    return something && nanoTime.getAsLong() - lastNanos >= times.snapshotInterval().toNanos();
  }
}
