package io.tenure.node.raft;

import static java.util.Objects.requireNonNull;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.entity.Task;
import com.alipay.sofa.jraft.error.RaftError;
import io.tenure.codec.EntryCodec;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Result;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts requests into the log, on the leader. One thread takes what has gathered, stamps it with
 * cluster time and proposes it as one entry; while a few entries are under way, the next ones
 * gather.
 *
 * <p>Renewals, releases and ticks go before new claims. Each kind keeps its order, so claims are
 * taken first come, first served.
 */
final class Proposer implements AutoCloseable {

  private static final int MAX_REQUESTS = 512;
  private static final int MAX_BYTES = 256 * 1024;
  private static final int MAX_ENTRIES_UNDER_WAY = 4;
  private static final long IDLE_NANOS = 50_000_000;
  private static final long HOLD_NANOS = 20_000_000;
  private static final long SETTLE_STEP_NANOS = 1_000_000;

  private final Leadership leadership;
  private final Replica replica;
  private final ClusterClock clock;
  private final PauseGuard pauses;
  private final LongSupplier wallMicros;
  private final Queue<Submission> urgent = new ConcurrentLinkedQueue<>();
  private final Queue<Submission> ordinary = new ConcurrentLinkedQueue<>();
  private final Set<Entry> underWay = ConcurrentHashMap.newKeySet();
  private final Bell bell = new Bell(this::wake);
  private final Thread thread;
  private volatile boolean asleep;
  private volatile boolean closed;

  /** While leadership is handed over nothing is proposed; see {@link Entry#run}. */
  private volatile long holdUntilNanos = System.nanoTime();

  private volatile @Nullable Node node;

  Proposer(
      Leadership leadership,
      Replica replica,
      ClusterClock clock,
      PauseGuard pauses,
      LongSupplier wallMicros,
      FailStop failStop) {
    this.leadership = leadership;
    this.replica = replica;
    this.clock = clock;
    this.pauses = pauses;
    this.wallMicros = wallMicros;
    this.thread = Threads.vital("tenure-proposer", this::run, failStop);
  }

  void start(Node raft) {
    node = raft;
    thread.start();
  }

  void offer(Submission submission) {
    add(submission);
    wake();
  }

  /** Takes all of them in at once, so that they can go into one entry. */
  void offerAll(List<? extends Submission> submissions) {
    submissions.forEach(this::add);
    wake();
  }

  /** Takes in one of maybe many that come in the same turn of an event loop. */
  void offer(Submission submission, Executor home) {
    add(submission);
    if (asleep) {
      bell.ringAfterTurn(home);
    }
  }

  private void add(Submission submission) {
    (submission.isUrgent() ? urgent : ordinary).add(submission);
  }

  /** Whether nothing is queued or under way. */
  boolean isIdle() {
    return underWay.isEmpty() && urgent.isEmpty() && ordinary.isEmpty();
  }

  /**
   * Proposes nothing for a while, and waits until nothing is under way: what is then in the log has
   * been answered. What comes meanwhile waits.
   */
  void settle(long nanos) {
    long end = System.nanoTime() + nanos;
    holdUntilNanos = end;
    while (!underWay.isEmpty() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(this, SETTLE_STEP_NANOS);
    }
  }

  /** Ends {@link #settle}. */
  void goOn() {
    holdUntilNanos = System.nanoTime();
    LockSupport.unpark(thread);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    Threads.join(thread);
    drain().forEach(submission -> submission.refused("this node is shutting down"));
  }

  private void wake() {
    if (asleep) {
      asleep = false;
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (!closed) {
      if (!mayPropose()) {
        sleep();
        expire();
      } else {
        propose(gather());
      }
    }
  }

  private boolean mayPropose() {
    return underWay.size() < MAX_ENTRIES_UNDER_WAY
        && (!urgent.isEmpty() || !ordinary.isEmpty())
        && System.nanoTime() - holdUntilNanos >= 0;
  }

  /** Whoever adds work, or ends an entry, looks at {@link #asleep} afterwards: no call is lost. */
  private void sleep() {
    asleep = true;
    if (!mayPropose()) {
      LockSupport.parkNanos(this, IDLE_NANOS);
    }
    asleep = false;
  }

  /**
   * Takes what fits into one entry. Others add meanwhile, so each request is taken from the queue
   * that was looked into: an urgent one that comes in between waits for the next look.
   */
  private List<Submission> gather() {
    List<Submission> batch = new ArrayList<>();
    int bytes = 0;
    while (batch.size() < MAX_REQUESTS) {
      Queue<Submission> queue = urgent.isEmpty() ? ordinary : urgent;
      Submission next = queue.peek();
      if (next == null || (!batch.isEmpty() && bytes + next.request().length > MAX_BYTES)) {
        break;
      }
      queue.remove();
      batch.add(next);
      bytes += next.request().length;
    }
    return batch;
  }

  private void propose(List<Submission> batch) {
    Optional<Long> term = leadership.myTerm();
    if (term.isEmpty() || !pauses.stillLeads()) {
      batch.forEach(Submission::notLeader);
      return;
    }
    Entry entry = new Entry(batch);
    underWay.add(entry);
    Moment stamp = new Moment(clock.stamp(replica.applied().now()), wallMicros.getAsLong());
    ByteBuffer data = ByteBuffer.wrap(EntryCodec.encode(stamp, entry.requests()));
    requireNonNull(node).apply(new Task(data, entry, term.get()));
  }

  /** Nobody waits longer than they asked for, also while entries do not get through. */
  private void expire() {
    long nanos = System.nanoTime();
    for (Entry entry : underWay) {
      entry.expire(nanos);
    }
    dropLate(urgent, nanos);
    dropLate(ordinary, nanos);
  }

  private static void dropLate(Queue<Submission> queue, long nanos) {
    for (Iterator<Submission> each = queue.iterator(); each.hasNext(); ) {
      Submission submission = each.next();
      if (submission.isLate(nanos)) {
        each.remove();
        submission.refused("the leader could not take the request in time");
      }
    }
  }

  private List<Submission> drain() {
    List<Submission> all = new ArrayList<>();
    all.addAll(urgent);
    all.addAll(ordinary);
    return all;
  }

  /** A proposed entry; JRaft hands it back when the entry is applied on this node, or fails. */
  final class Entry implements Closure {

    private final List<Submission> submissions;

    /** Who was told that it takes too long; for the proposer's thread only. */
    private final BitSet told = new BitSet();

    private Entry(List<Submission> submissions) {
      this.submissions = submissions;
    }

    private List<byte[]> requests() {
      List<byte[]> requests = new ArrayList<>(submissions.size());
      for (Submission submission : submissions) {
        requests.add(submission.request());
      }
      return requests;
    }

    void applied(List<Result> results, Delivery delivery) {
      done();
      for (int i = 0; i < submissions.size(); i++) {
        submissions.get(i).applied(results.get(i), delivery);
      }
    }

    /**
     * {@inheritDoc}
     *
     * <p>A failed status does not mean that the entry is lost: the next leader may still commit it.
     * A busy node surely kept it out of the log: it hands leadership over, or its ring is full. The
     * requests are tried again, until their time is over.
     */
    @Override
    public void run(Status status) {
      done();
      if (status.getRaftError() == RaftError.EBUSY && !closed) {
        holdUntilNanos = System.nanoTime() + HOLD_NANOS;
        offerAll(submissions);
      } else {
        submissions.forEach(each -> each.unknown("leadership was lost: " + status.getErrorMsg()));
      }
    }

    private void expire(long nanos) {
      for (int i = 0; i < submissions.size(); i++) {
        if (!told.get(i) && submissions.get(i).isLate(nanos)) {
          told.set(i);
          submissions.get(i).unknown("a quorum did not store the request in time");
        }
      }
    }

    private void done() {
      underWay.remove(this);
      wake();
    }
  }
}
