package io.tenure.node.raft;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.closure.ReadIndexClosure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Notices that this process was stopped for a while, by a signal, a long collection or the machine
 * below it. A leader that was may have been replaced without knowing; before it stamps anything
 * again it asks a quorum, and the pause does not count as cluster time.
 */
final class PauseGuard {

  /** A thread that means to beat every {@link #BEAT_NANOS} and is this late was stopped. */
  static final long PAUSE_NANOS = 400_000_000;

  static final long BEAT_NANOS = 50_000_000;

  private static final long ANSWER_MILLIS = 1_000;
  private static final byte[] NO_CONTEXT = new byte[0];

  private final LongSupplier nanoTime;
  private final ClusterClock clock;
  private final Replica replica;
  private volatile @Nullable Node node;
  private volatile long lastBeat;
  private volatile boolean suspected;

  PauseGuard(LongSupplier nanoTime, ClusterClock clock, Replica replica) {
    this.nanoTime = nanoTime;
    this.clock = clock;
    this.replica = replica;
    this.lastBeat = nanoTime.getAsLong();
  }

  void start(Node raft) {
    node = raft;
  }

  /** To be called again and again, at intervals of {@link #BEAT_NANOS}. */
  void beat() {
    long now = nanoTime.getAsLong();
    if (now - lastBeat > PAUSE_NANOS) {
      suspected = true;
    }
    lastBeat = now;
  }

  /** Whether a pause was seen after which no quorum has been asked. */
  boolean isSuspected() {
    return suspected;
  }

  /** Whether this leader may go on; it asks a quorum if it was stopped since it last did. */
  boolean stillLeads() {
    if (nanoTime.getAsLong() - lastBeat > PAUSE_NANOS) {
      suspected = true;
    }
    if (!suspected) {
      return true;
    }
    if (!confirmedByQuorum()) {
      return false;
    }
    clock.anchor(replica.applied().now());
    suspected = false;
    return true;
  }

  private boolean confirmedByQuorum() {
    Node raft = node;
    if (raft == null) {
      return false;
    }
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    raft.readIndex(
        NO_CONTEXT,
        new ReadIndexClosure() {
          @Override
          public void run(Status status, long index, byte[] context) {
            answer.complete(status.isOk());
          }
        });
    try {
      return answer.get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException noAnswer) {
      return false;
    }
  }
}
