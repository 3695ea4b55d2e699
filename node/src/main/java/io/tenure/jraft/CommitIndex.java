package io.tenure.jraft;

import com.alipay.sofa.jraft.Node;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How far the log is committed, as this node knows. JRaft tells it only under its node lock, which
 * may be held while it connects to a peer that is gone; so a worker asks every second, and nobody
 * else waits. Thread-safe.
 */
final class CommitIndex {

  private static final long PERIOD_MILLIS = 1_000;

  private final Replica replica;
  private final ScheduledExecutorService timer;
  private final Executor workers;
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile long asked;

  CommitIndex(Replica replica, ScheduledExecutorService timer, Executor workers) {
    this.replica = replica;
    this.timer = timer;
    this.workers = workers;
  }

  void start(Node node) {
    timer.scheduleWithFixedDelay(
        () -> {
          if (asking.compareAndSet(false, true)) {
            workers.execute(() -> ask(node));
          }
        },
        0,
        PERIOD_MILLIS,
        TimeUnit.MILLISECONDS);
  }

  /** At most a second old, and never behind what is applied. */
  long value() {
    return Math.max(asked, replica.applied().index());
  }

  private void ask(Node node) {
    try {
      asked = node.getLastCommittedIndex();
    } catch (IllegalStateException shuttingDown) {
      asked = 0;
    } finally {
      asking.set(false);
    }
  }
}
