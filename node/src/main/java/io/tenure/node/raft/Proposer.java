package io.tenure.node.raft;

import static java.util.Objects.requireNonNull;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.entity.Task;
import com.alipay.sofa.jraft.error.RaftError;
import io.tenure.codec.EntryCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Result;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts requests into the log, on the leader. One thread takes what has gathered, stamps it with
 * cluster time and proposes it as one entry; while a few entries are under way, the next ones
 * gather.
 *
 * <p>Renewals, releases and ticks go before new claims. Each kind keeps its order, so claims are
 * taken first come, first served.
 */
final class Proposer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Proposer.class);
  private static final int MAX_REQUESTS = Forwarding.MAX_REQUESTS;
  private static final int MAX_BYTES = Forwarding.MAX_BYTES;
  private static final int MAX_ENTRIES_UNDER_WAY = 4;
  private static final long IDLE_NANOS = 50_000_000;
  private static final long HOLD_NANOS = 20_000_000;
  private static final String TOO_LATE = "the leader could not take the request in time";
  private static final long SETTLE_STEP_NANOS = 1_000_000;

  /** Longer than any request may take. Nobody waits for an entry after that. */
  private static final long ENTRY_NANOS = 90_000_000_000L;

  private final Leadership leadership;
  private final Stamps stamps;
  private final LongSupplier wallMicros;
  private final Deque<Submission> urgent = new ConcurrentLinkedDeque<>();
  private final Deque<Submission> ordinary = new ConcurrentLinkedDeque<>();
  private final Set<Entry> underWay = ConcurrentHashMap.newKeySet();
  private final Bell bell = new Bell(this::wake);
  private final Thread thread;
  private volatile boolean asleep;
  private volatile boolean closed;

  /** While leadership is handed over nothing is proposed; see {@link Entry#run}. */
  private volatile long holdUntilNanos = System.nanoTime();

  private volatile @Nullable Node node;

  /** Where requests go that were under way when leadership was lost. */
  private volatile Consumer<List<Submission>> nextLeader = lost -> {};

  Proposer(Leadership leadership, Stamps stamps, LongSupplier wallMicros, FailStop failStop) {
    this.leadership = leadership;
    this.stamps = stamps;
    this.wallMicros = wallMicros;
    this.thread = Threads.vital("tenure-proposer", this::run, failStop);
    leadership.onChange(this::leaderChanged);
  }

  void onLost(Consumer<List<Submission>> another) {
    nextLeader = another;
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
    queueOf(submission).add(submission);
  }

  private Deque<Submission> queueOf(Submission submission) {
    return submission.isUrgent() ? urgent : ordinary;
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
    long nanos = System.nanoTime();
    int bytes = 0;
    while (batch.size() < MAX_REQUESTS) {
      Deque<Submission> queue = urgent.isEmpty() ? ordinary : urgent;
      Submission next = queue.poll();
      if (next == null) {
        break;
      }
      if (next.isLate(nanos)) {
        next.refused(TOO_LATE);
      } else if (!batch.isEmpty() && bytes + next.request().length > MAX_BYTES) {
        queue.addFirst(next);
        break;
      } else if (!next.isOver()) {
        batch.add(next);
        bytes += next.request().length;
      }
    }
    return batch;
  }

  /**
   * The term is taken before the stamp and goes with the entry: if another one starts in between,
   * either there is no stamp or JRaft refuses the entry.
   */
  private void propose(List<Submission> batch) {
    if (batch.isEmpty()) {
      return;
    }
    Optional<Long> term = leadership.myTerm();
    Optional<ClusterTime> time = term.flatMap(stamps::stamp);
    if (term.isEmpty() || time.isEmpty()) {
      batch.forEach(Submission::notLeader);
      return;
    }
    Entry entry = new Entry(batch, term.get());
    underWay.add(entry);
    Moment stamp = new Moment(time.get(), wallMicros.getAsLong());
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

  private static void dropLate(Deque<Submission> queue, long nanos) {
    for (Iterator<Submission> each = queue.iterator(); each.hasNext(); ) {
      Submission submission = each.next();
      if (submission.isLate(nanos)) {
        each.remove();
        submission.refused(TOO_LATE);
      }
    }
  }

  /**
   * What an earlier leadership of this node left under way is over here, whether or not the library
   * says so: an entry that it forgot to hand back must not take up a slot for ever.
   */
  private void leaderChanged() {
    Optional<Long> term = leadership.myTerm();
    for (Entry entry : underWay) {
      if (!term.equals(Optional.of(entry.term))) {
        entry.giveUp("leadership changed before a quorum had stored the request");
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
    private final long term;
    private final long proposedNanos = System.nanoTime();
    private final AtomicBoolean over = new AtomicBoolean();

    private Entry(List<Submission> submissions, long term) {
      this.submissions = submissions;
      this.term = term;
    }

    private List<byte[]> requests() {
      List<byte[]> requests = new ArrayList<>(submissions.size());
      for (Submission submission : submissions) {
        requests.add(submission.request());
      }
      return requests;
    }

    /** Also if this node has given the entry up meanwhile: who still waits gets its answer. */
    void applied(List<Result> results, Delivery delivery) {
      end();
      for (int i = 0; i < submissions.size(); i++) {
        submissions.get(i).applied(results.get(i), delivery);
      }
    }

    /**
     * {@inheritDoc}
     *
     * <p>A failed status does not mean that the entry is lost: the next leader may still commit it.
     * A busy node surely kept it out of the log: it hands leadership over, or its ring is full. The
     * requests are tried again, before those that came later, until their time is over.
     */
    @Override
    public void run(Status status) {
      if (status.getRaftError() != RaftError.EBUSY || closed) {
        giveUp("leadership changed before a quorum had stored the request");
      } else if (over.compareAndSet(false, true)) {
        holdUntilNanos = System.nanoTime() + HOLD_NANOS;
        for (int i = submissions.size() - 1; i >= 0; i--) {
          queueOf(submissions.get(i)).addFirst(submissions.get(i));
        }
        freeSlot(); // not before they are in front, or a later request could take it
      }
    }

    private void giveUp(String reason) {
      if (end()) {
        nextLeader.accept(submissions.stream().filter(each -> each.lost(reason)).toList());
      }
    }

    private void expire(long nanos) {
      for (Submission submission : submissions) {
        if (!submission.isOver() && submission.isLate(nanos)) {
          submission.unknown("a quorum did not store the request in time");
        }
      }
      if (nanos - proposedNanos > ENTRY_NANOS) {
        LOG.warn("an entry of term {} was neither applied nor refused", term);
        giveUp("the log did not say what became of the request");
      }
    }

    /** Frees the slot; whether this was the first to do so. */
    private boolean end() {
      boolean first = over.compareAndSet(false, true);
      if (first) {
        freeSlot();
      }
      return first;
    }

    private void freeSlot() {
      underWay.remove(this);
      wake();
    }
  }
}
