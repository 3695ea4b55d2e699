package io.tenure.jraft;

import com.alipay.sofa.jraft.Node;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a snapshot when much has been applied since the last one, earlier than JRaft's timer
 * would, so that the log stays short. Called from the thread that applies the log.
 */
final class SnapshotTrigger {

  private static final long MAX_BYTES = 256L * 1024 * 1024;

  private final int maxEntries;
  private final Executor executor;
  private final AtomicBoolean underWay = new AtomicBoolean();
  private volatile @Nullable Node node;
  private long lastIndex;
  private long bytes;

  SnapshotTrigger(int maxEntries, long firstIndex, Executor executor) {
    this.maxEntries = maxEntries;
    this.executor = executor;
    this.lastIndex = firstIndex;
  }

  void start(Node raft) {
    node = raft;
  }

  void hasApplied(long index, long moreBytes) {
    bytes += moreBytes;
    Node raft = node;
    boolean due = index - lastIndex >= maxEntries || bytes >= MAX_BYTES;
    if (raft != null && due && underWay.compareAndSet(false, true)) {
      lastIndex = index;
      bytes = 0;
      // Elsewhere, since JRaft may wait for the very thread that calls this.
      executor.execute(() -> raft.snapshot(status -> underWay.set(false)));
    }
  }
}
