package io.tenure.node.raft;

import com.alipay.sofa.jraft.entity.PeerId;
import io.tenure.codec.CodecException;
import io.tenure.node.raft.Forwarding.Ending;
import io.tenure.node.raft.Leadership.Standing;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests to the leader, from a node that does not lead. One thread takes what has gathered
 * and sends it as one message; while a few messages are under way, the next ones gather.
 *
 * <p>While no leader is known the requests wait, each for as long as it may. What was under way to
 * a leader that is not the leader any more is sent to the next one, before anything that came
 * later. It may have been applied already; that such a request is not carried out twice is for
 * {@link Submission#lost} to see to.
 */
final class Forwarder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);
  private static final int MAX_MESSAGES_UNDER_WAY = 4;
  private static final long NAP_NANOS = 20_000_000;
  private static final String NO_LEADER = "no leader could be found in time";

  private final Leadership leadership;
  private final Link link;
  private final Consumer<List<Submission>> ownLog;
  private final long patienceNanos;
  private final ConcurrentLinkedDeque<Waiting> urgent = new ConcurrentLinkedDeque<>();
  private final ConcurrentLinkedDeque<Waiting> ordinary = new ConcurrentLinkedDeque<>();

  /** In the order in which they were sent; to the present leader only. */
  private final ConcurrentLinkedDeque<Flight> flights = new ConcurrentLinkedDeque<>();

  private final Bell bell = new Bell(this::wake);
  private final Thread thread;
  private volatile boolean asleep;
  private volatile boolean closed;
  private volatile long holdUntilNanos;

  /** The way to a leader. */
  interface Link {

    /**
     * Sends requests without waiting for anything, and completes with the reply; fails with a
     * {@link Peers.NotSentException} if surely nothing was sent.
     */
    CompletableFuture<byte[]> submit(PeerId leader, byte[] requests);
  }

  /** A request, and until when it waits for a leader. */
  private record Waiting(Submission submission, long untilNanos) {}

  /**
   * Makes a forwarder.
   *
   * @param ownLog takes the requests in once this node leads
   * @param patienceNanos how long a request waits for a leader
   */
  Forwarder(
      Leadership leadership,
      Link link,
      Consumer<List<Submission>> ownLog,
      long patienceNanos,
      FailStop failStop) {
    this.leadership = leadership;
    this.link = link;
    this.ownLog = ownLog;
    this.patienceNanos = patienceNanos;
    this.thread = Threads.vital("tenure-forwarder", this::run, failStop);
    this.holdUntilNanos = System.nanoTime();
    leadership.onChange(this::leaderChanged);
  }

  void start() {
    thread.start();
  }

  void offer(Submission submission) {
    add(submission);
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
    long latest = System.nanoTime() + patienceNanos;
    long deadline = submission.deadlineNanos();
    queueOf(submission).add(new Waiting(submission, latest - deadline < 0 ? latest : deadline));
  }

  /** Takes requests in, before all others, that were with another leader. */
  void offerAgain(List<Submission> lost) {
    waitAgain(
        lost.stream().map(each -> new Waiting(each, each.deadlineNanos())).toList(),
        System.nanoTime());
    LockSupport.unpark(thread);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    Threads.join(thread);
    urgent.forEach(each -> each.submission().refused("this node is shutting down"));
    ordinary.forEach(each -> each.submission().refused("this node is shutting down"));
  }

  private void leaderChanged() {
    Standing now = leadership.standing();
    for (Iterator<Flight> newest = flights.descendingIterator(); newest.hasNext(); ) {
      Flight flight = newest.next();
      if (!flight.to.equals(now)) {
        flight.leaderChanged();
      }
    }
    holdUntilNanos = System.nanoTime();
    LockSupport.unpark(thread);
  }

  private void wake() {
    if (asleep) {
      asleep = false;
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (!closed) {
      Standing standing = leadership.standing();
      if (!hasWork()) {
        sleep();
      } else if (standing.mine()) {
        ownLog.accept(gather().stream().map(Waiting::submission).toList());
      } else if (standing.leader().isEmpty() || !maySend()) {
        sleep();
        expire();
      } else {
        send(standing, gather());
      }
    }
  }

  private boolean maySend() {
    return flights.size() < MAX_MESSAGES_UNDER_WAY && System.nanoTime() - holdUntilNanos >= 0;
  }

  private void sleep() {
    asleep = true;
    if (!hasWork() || leadership.standing().leader().isEmpty() || !maySend()) {
      LockSupport.parkNanos(this, NAP_NANOS);
    }
    asleep = false;
  }

  private ConcurrentLinkedDeque<Waiting> queueOf(Submission submission) {
    return submission.isUrgent() ? urgent : ordinary;
  }

  private boolean hasWork() {
    return !urgent.isEmpty() || !ordinary.isEmpty();
  }

  /**
   * Takes what fits into one message; one kind only: the answer to a renewal must not wait for that
   * to a claim. Others may put requests back in front meanwhile, so what is looked at is taken.
   * What comes too late is not sent any more.
   */
  private List<Waiting> gather() {
    ConcurrentLinkedDeque<Waiting> waiting = urgent.isEmpty() ? ordinary : urgent;
    List<Waiting> batch = new ArrayList<>();
    long nanos = System.nanoTime();
    int bytes = 0;
    while (batch.size() < Forwarding.MAX_REQUESTS) {
      Waiting next = waiting.poll();
      if (next == null) {
        break;
      }
      int size = next.submission().request().length;
      if (nanos - next.untilNanos() >= 0) {
        next.submission().refused(NO_LEADER);
      } else if (!batch.isEmpty() && bytes + size > Forwarding.MAX_BYTES) {
        waiting.addFirst(next);
        break;
      } else if (!next.submission().isOver()) {
        batch.add(next);
        bytes += size;
      }
    }
    return batch;
  }

  private void expire() {
    expire(urgent);
    expire(ordinary);
  }

  private static void expire(ConcurrentLinkedDeque<Waiting> waiting) {
    long nanos = System.nanoTime();
    for (Iterator<Waiting> each = waiting.iterator(); each.hasNext(); ) {
      Waiting next = each.next();
      if (nanos - next.untilNanos() >= 0) {
        each.remove();
        next.submission().refused(NO_LEADER);
      }
    }
  }

  private void send(Standing standing, List<Waiting> batch) {
    if (batch.isEmpty()) {
      return;
    }
    PeerId leader = standing.leader().orElseThrow();
    List<Submission> submissions = batch.stream().map(Waiting::submission).toList();
    byte[] items = Forwarding.encodeItems(submissions, System.nanoTime());
    Flight flight = new Flight(standing, batch);
    flights.add(flight);
    link.submit(leader, items).whenComplete(flight::ended);
    if (!leadership.standing().equals(standing)) {
      flight.leaderChanged(); // maybe before the flight could be seen
    }
  }

  /** Puts requests back in front, in their order; they are sent after {@code fromNanos}. */
  private void waitAgain(List<Waiting> batch, long fromNanos) {
    if (!batch.isEmpty()) {
      holdUntilNanos = fromNanos;
      for (int i = batch.size() - 1; i >= 0; i--) {
        queueOf(batch.get(i).submission()).addFirst(batch.get(i));
      }
    }
  }

  /** A message on its way to a leader, until it is answered or that leader leads no longer. */
  private final class Flight {

    private final Standing to;
    private final List<Waiting> batch;
    private final AtomicBoolean over = new AtomicBoolean();

    Flight(Standing to, List<Waiting> batch) {
      this.to = to;
      this.batch = batch;
    }

    /**
     * Who can be asked only once waits for the old leader's answer, but not in the new one's way.
     */
    void leaderChanged() {
      flights.remove(this);
      if (batch.stream().allMatch(each -> each.submission().isRepeatable())) {
        giveUp("the leader changed");
      }
    }

    /** The requests go to the next leader; an answer that still comes is taken all the same. */
    private void giveUp(String reason) {
      if (end()) {
        offerAgain(
            batch.stream().map(Waiting::submission).filter(each -> each.lost(reason)).toList());
      }
    }

    void ended(byte @Nullable [] reply, @Nullable Throwable failure) {
      if (reply != null) {
        readAndHandOut(reply);
      } else if (failure instanceof Peers.NotSentException) {
        if (end()) {
          waitAgain(batch, System.nanoTime() + NAP_NANOS);
        }
      } else {
        LOG.debug("no answer from {}: {}", to.leader(), String.valueOf(failure));
        retreat("the leader did not answer");
      }
      wake();
    }

    private void readAndHandOut(byte[] reply) {
      try {
        handOut(Forwarding.decodeEndings(reply, batch.size()));
      } catch (CodecException unreadable) {
        LOG.error("the leader's answer cannot be read", unreadable);
        retreat("the leader's answer cannot be read");
      }
    }

    /** Gives up as well, but lets the leadership settle before anything is sent again. */
    private void retreat(String reason) {
      giveUp(reason);
      holdUntilNanos = System.nanoTime() + NAP_NANOS;
    }

    private void handOut(List<Ending> endings) {
      boolean first = end();
      Delivery delivery = new Delivery();
      List<Waiting> again = new ArrayList<>();
      for (int i = 0; i < batch.size(); i++) {
        Submission submission = batch.get(i).submission();
        Ending ending = endings.get(i);
        if (ending.fate() == Forwarding.Fate.APPLIED) {
          submission.applied(ending.result(), delivery);
        } else if (first && wantsAgain(submission, ending)) {
          again.add(new Waiting(submission, submission.deadlineNanos()));
        }
      }
      delivery.send();
      waitAgain(again, System.nanoTime() + NAP_NANOS);
    }

    private boolean wantsAgain(Submission submission, Ending ending) {
      switch (ending.fate()) {
        case NOT_LEADER -> {
          return true;
        }
        case UNKNOWN -> {
          return submission.lost(ending.reason());
        }
        default -> {
          submission.refused(ending.reason());
          return false;
        }
      }
    }

    private boolean end() {
      boolean first = over.compareAndSet(false, true);
      if (first) {
        flights.remove(this);
      }
      return first;
    }
  }
}
