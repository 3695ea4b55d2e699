package io.tenure.replication;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Requests on their way into the log: into this member's own while it leads, else to the leader.
 * They go in batches; while a few batches are under way, the next requests gather.
 *
 * <p>Renewals, releases and ticks go before new claims. Each kind keeps its order, so claims are
 * taken first come, first served; what has to be sent again goes before what came later.
 */
final class Outbox {

  /** The most requests of one batch. */
  static final int MAX_REQUESTS = 512;

  /** The size that a batch does not exceed, unless it holds a single request. */
  static final int MAX_BYTES = 256 * 1024;

  static final int MAX_UNDER_WAY = 4;

  private static final String NO_LEADER = "no leader could be found in time";
  private static final String NOT_TAKEN = "the leader could not take the request in time";
  private static final String NOT_STORED = "a quorum did not store the request in time";
  private static final String NOT_ANSWERED = "the leader did not answer in time";

  private final Deque<Submission> urgent = new ArrayDeque<>();
  private final Deque<Submission> ordinary = new ArrayDeque<>();

  /** Oldest first; never more than {@link #MAX_UNDER_WAY}. */
  private final List<Batch> underWay = new ArrayList<>(MAX_UNDER_WAY);

  /** Sent to somebody who leads no longer, and not answered. */
  private final List<Batch> aside = new ArrayList<>();

  private long numbers;
  private long heldUntilNanos;

  /**
   * Makes an empty outbox.
   *
   * @param nanos the time now
   */
  Outbox(long nanos) {
    heldUntilNanos = nanos;
  }

  void add(Submission submission) {
    numbers++;
    submission.numberedAs(numbers);
    queueOf(submission).addLast(submission);
  }

  /** Puts requests where they were: before all that came later, and behind what came before. */
  void putBack(List<Submission> again) {
    putBack(urgent, again.stream().filter(Submission::isUrgent).toList());
    putBack(ordinary, again.stream().filter(each -> !each.isUrgent()).toList());
  }

  private static void putBack(Deque<Submission> queue, List<Submission> again) {
    if (again.isEmpty()) {
      return;
    }
    List<Submission> front = new ArrayList<>(again);
    long newest = again.get(again.size() - 1).number();
    while (!queue.isEmpty() && queue.peekFirst().number() < newest) {
      front.add(queue.removeFirst());
    }
    front.sort(Comparator.comparingLong(Submission::number));
    for (int i = front.size() - 1; i >= 0; i--) {
      queue.addFirst(front.get(i));
    }
  }

  /** Nothing is sent before that time. */
  void holdUntil(long nanos) {
    heldUntilNanos = nanos;
  }

  long heldUntilNanos() {
    return heldUntilNanos;
  }

  boolean hasWork() {
    return !urgent.isEmpty() || !ordinary.isEmpty();
  }

  boolean hasNothingUnderWay() {
    return underWay.isEmpty();
  }

  boolean isReady(long nanos) {
    return underWay.size() < MAX_UNDER_WAY && hasWork() && nanos - heldUntilNanos >= 0;
  }

  /**
   * Takes what fits into one batch. A message to a leader is of one kind only: the answer to a
   * renewal must not wait for that to a claim. What comes too late is refused.
   */
  Optional<Batch> take(Standing to, long nanos) {
    Deque<Submission> only = first();
    List<Submission> taken = new ArrayList<>();
    int bytes = 0;
    while (taken.size() < MAX_REQUESTS) {
      Deque<Submission> queue = to.mine() ? first() : only;
      Submission next = queue.peekFirst();
      if (next == null) {
        break;
      }
      int size = next.request().length;
      if (isWaiting(next, to, nanos)) {
        if (!taken.isEmpty() && bytes + size > MAX_BYTES) {
          break;
        }
        taken.add(next);
        bytes += size;
      }
      queue.removeFirst();
    }
    if (taken.isEmpty()) {
      return Optional.empty();
    }
    Batch batch = new Batch(taken, to, nanos);
    underWay.add(batch);
    return Optional.of(batch);
  }

  private Deque<Submission> first() {
    return urgent.isEmpty() ? ordinary : urgent;
  }

  /** Whether a request still wants to be sent; one that is late is told so. */
  private static boolean isWaiting(Submission next, Standing to, long nanos) {
    if (nanos - next.waitsUntilNanos() >= 0) {
      next.refused(to.mine() ? NOT_TAKEN : NO_LEADER);
    }
    return !next.isOver();
  }

  /** What is under way, oldest first. */
  List<Batch> underWay() {
    return List.copyOf(underWay);
  }

  /** Frees a batch's slot, though it may still be answered. */
  void setAside(Batch batch) {
    if (underWay.remove(batch)) {
      aside.add(batch);
    }
  }

  /** All that is not answered, in a slot or not. */
  List<Batch> unanswered() {
    List<Batch> all = new ArrayList<>(aside);
    all.addAll(underWay);
    return all;
  }

  /** Nothing more is expected of a batch; tells whether anything was. */
  boolean end(Batch batch) {
    return underWay.remove(batch) || aside.remove(batch);
  }

  /** Nobody waits longer than they asked for, also while nothing gets through. */
  void expire(Standing standing, long nanos) {
    dropLate(urgent, standing, nanos);
    dropLate(ordinary, standing, nanos);
    for (Batch batch : unanswered()) {
      for (Submission submission : batch.submissions()) {
        if (submission.isLate(nanos)) {
          submission.unknown(batch.to().mine() ? NOT_STORED : NOT_ANSWERED);
        }
      }
    }
  }

  private static void dropLate(Deque<Submission> queue, Standing standing, long nanos) {
    queue.removeIf(submission -> !isWaiting(submission, standing, nanos));
  }

  /** Ends all that wait here for this member's own log, since it does not lead. */
  void endOwnOnly() {
    for (Deque<Submission> queue : List.of(urgent, ordinary)) {
      for (Iterator<Submission> each = queue.iterator(); each.hasNext(); ) {
        Submission submission = each.next();
        if (!submission.isForAnyLeader()) {
          each.remove();
          submission.notLeader();
        }
      }
    }
  }

  /** Takes everything out that waits. */
  List<Submission> removeAll() {
    List<Submission> all = new ArrayList<>(urgent);
    all.addAll(ordinary);
    urgent.clear();
    ordinary.clear();
    return all;
  }

  private Deque<Submission> queueOf(Submission submission) {
    return submission.isUrgent() ? urgent : ordinary;
  }
}
