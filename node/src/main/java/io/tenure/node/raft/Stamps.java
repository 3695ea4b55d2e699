package io.tenure.node.raft;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.closure.ReadIndexClosure;
import io.tenure.kernel.ClusterTime;
import io.tenure.replication.LeaderTime;
import io.tenure.replication.TickRule;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives {@link LeaderTime}: tells it the time and what is applied, and asks a quorum when it wants
 * that. Thread-safe: terms start on JRaft's thread while the proposer stamps and the ticker looks.
 */
final class Stamps {

  private static final long ANSWER_MILLIS = 1_000;
  private static final byte[] NO_CONTEXT = new byte[0];

  private final LongSupplier nanoTime;
  private final Replica replica;
  private final LeaderTime time;
  private volatile @Nullable Node node;

  Stamps(LongSupplier nanoTime, Replica replica) {
    this.nanoTime = nanoTime;
    this.replica = replica;
    this.time = new LeaderTime(nanoTime.getAsLong());
  }

  void start(Node raft) {
    node = raft;
  }

  /** To be called when this node leads and all entries of older terms are applied. */
  synchronized void startTerm(long term) {
    time.startTerm(term, replica.applied().now(), nanoTime.getAsLong());
  }

  synchronized void beat() {
    time.beat(nanoTime.getAsLong());
  }

  /** Whether to tick now. */
  synchronized TickRule.Decision look(Applied applied, boolean pending) {
    long quietNanos = System.nanoTime() - applied.atNanos();
    return time.look(
        new TickRule.Situation(
            applied.now(), applied.nextExpiry(), applied.timed(), quietNanos, pending),
        nanoTime.getAsLong());
  }

  /**
   * The time for an entry that is proposed in that term, and in no other; nothing if this node may
   * not propose in it any more. Blocks while a quorum is asked, after a pause.
   */
  Optional<ClusterTime> stamp(long term) {
    if (mustAskQuorum() && isConfirmedByQuorum()) {
      confirmed(term);
    }
    return stampNow(term);
  }

  private synchronized boolean mustAskQuorum() {
    long nanos = nanoTime.getAsLong();
    boolean must = time.mustAskQuorum(nanos);
    if (must) {
      time.asksQuorum(nanos);
    }
    return must;
  }

  private synchronized void confirmed(long term) {
    time.confirmed(term, replica.applied().now(), nanoTime.getAsLong());
  }

  private synchronized Optional<ClusterTime> stampNow(long term) {
    return time.stamp(term, replica.applied().now(), nanoTime.getAsLong());
  }

  private boolean isConfirmedByQuorum() {
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
