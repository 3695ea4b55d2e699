package io.tenure.node.raft;

import com.alipay.sofa.jraft.entity.PeerId;
import io.tenure.node.raft.Forwarding.Ending;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests to the leader, from a node that does not lead. One thread takes what has gathered
 * and sends it as one message; while a few messages are under way, the next ones gather.
 *
 * <p>While no leader is known the requests wait, each for as long as it may. A request is sent
 * again only if it surely was not proposed; if its message may have arrived, its outcome is
 * unknown.
 */
final class Forwarder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);
  private static final int MAX_REQUESTS = 512;
  private static final int MAX_BYTES = 256 * 1024;
  private static final int MAX_MESSAGES_UNDER_WAY = 4;
  private static final long NAP_NANOS = 20_000_000;

  private final Leadership leadership;
  private final Peers peers;
  private final Proposer proposer;
  private final long patienceNanos;
  private final long messageTimeoutMillis;
  private final ConcurrentLinkedDeque<Waiting> urgent = new ConcurrentLinkedDeque<>();
  private final ConcurrentLinkedDeque<Waiting> ordinary = new ConcurrentLinkedDeque<>();

  /** Messages to the present leader; the silence of an old one must not hold up the new one's. */
  private volatile AtomicInteger underWay = new AtomicInteger();

  private final Bell bell = new Bell(this::wake);
  private final Thread thread;
  private volatile boolean asleep;
  private volatile boolean closed;
  private volatile long holdUntilNanos;

  /** A request, and until when it waits for a leader. */
  private record Waiting(Submission submission, long untilNanos) {}

  /**
   * Makes a forwarder.
   *
   * @param patienceNanos how long a request waits for a leader
   * @param messageTimeoutMillis how long a sent message waits for its reply
   */
  Forwarder(
      Leadership leadership,
      Peers peers,
      Proposer proposer,
      long patienceNanos,
      long messageTimeoutMillis,
      FailStop failStop) {
    this.leadership = leadership;
    this.peers = peers;
    this.proposer = proposer;
    this.patienceNanos = patienceNanos;
    this.messageTimeoutMillis = messageTimeoutMillis;
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

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    Threads.join(thread);
    urgent.forEach(each -> each.submission().refused("this node is shutting down"));
    ordinary.forEach(each -> each.submission().refused("this node is shutting down"));
  }

  private void leaderChanged() {
    underWay = new AtomicInteger();
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
      Leadership.Standing standing = leadership.standing();
      if (!hasWork()) {
        sleep();
      } else if (standing.mine()) {
        proposer.offerAll(gather().stream().map(Waiting::submission).toList());
      } else if (standing.leader().isEmpty() || !maySend()) {
        sleep();
        expire();
      } else {
        send(standing.leader().get(), gather());
      }
    }
  }

  private boolean maySend() {
    return underWay.get() < MAX_MESSAGES_UNDER_WAY && System.nanoTime() - holdUntilNanos >= 0;
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
   */
  private List<Waiting> gather() {
    ConcurrentLinkedDeque<Waiting> waiting = urgent.isEmpty() ? ordinary : urgent;
    List<Waiting> batch = new ArrayList<>();
    int bytes = 0;
    Waiting next = waiting.poll();
    while (next != null) {
      bytes += next.submission().request().length;
      if (!batch.isEmpty() && bytes > MAX_BYTES) {
        waiting.addFirst(next);
        break;
      }
      batch.add(next);
      next = batch.size() < MAX_REQUESTS ? waiting.poll() : null;
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
        next.submission().refused("no leader could be found in time");
      }
    }
  }

  private void send(PeerId leader, List<Waiting> batch) {
    List<Submission> submissions = batch.stream().map(Waiting::submission).toList();
    byte[] items = Forwarding.encodeItems(submissions);
    AtomicInteger slots = underWay;
    slots.incrementAndGet();
    peers
        .call(leader, new PeerMessage(PeerMessage.Kind.SUBMIT, items), messageTimeoutMillis)
        .whenComplete(
            (reply, failure) -> {
              slots.decrementAndGet();
              answered(batch, reply, failure);
              wake();
            });
  }

  private void answered(List<Waiting> batch, byte @Nullable [] reply, @Nullable Throwable failure) {
    if (failure instanceof Peers.NotSentException) {
      waitAgain(batch);
    } else if (reply == null) {
      String reason = "the leader did not answer: " + failure;
      batch.forEach(each -> each.submission().unknown(reason));
    } else {
      readAndHandOut(batch, reply);
    }
  }

  private void readAndHandOut(List<Waiting> batch, byte[] reply) {
    try {
      handOut(batch, Forwarding.decodeEndings(reply));
    } catch (RuntimeException unreadable) {
      LOG.error("the leader's answer cannot be read", unreadable);
      batch.forEach(each -> each.submission().unknown("the leader's answer cannot be read"));
    }
  }

  private void handOut(List<Waiting> batch, List<Ending> endings) {
    Delivery delivery = new Delivery();
    List<Waiting> again = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Submission submission = batch.get(i).submission();
      Ending ending = endings.get(i);
      switch (ending.fate()) {
        case APPLIED -> submission.applied(ending.result(), delivery);
        case REFUSED -> submission.refused(ending.reason());
        case UNKNOWN -> submission.unknown(ending.reason());
        case NOT_LEADER -> again.add(batch.get(i));
      }
    }
    delivery.send();
    waitAgain(again);
  }

  /** Puts requests back in front, in their order, and gives the leadership time to settle. */
  private void waitAgain(List<Waiting> batch) {
    if (!batch.isEmpty()) {
      holdUntilNanos = System.nanoTime() + NAP_NANOS;
      for (int i = batch.size() - 1; i >= 0; i--) {
        queueOf(batch.get(i).submission()).addFirst(batch.get(i));
      }
    }
  }
}
