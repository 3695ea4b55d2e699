package io.tenure.jraft;

import io.tenure.node.logging.Throttled;
import io.tenure.replication.Member;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Drives the passive {@link Member}, one thread at a time. Whoever brings an input takes the member
 * a step further itself; if another thread is at it, that one does it for both. So there is no
 * thread that only hands over. One more thread lets time pass while nobody calls.
 *
 * <p>An input must not block. Thread-safe.
 */
final class Turns implements AutoCloseable {

  /** Something that happened. */
  interface Input {

    void happened(Member member, long nanos);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Turns.class);
  private static final int INPUTS_PER_TURN = 512;
  private static final int TURNS_OF_A_GUEST = 4;

  /** So that the clock does not spin while another thread is at a long turn. */
  private static final long SHORTEST_NAP_NANOS = 200_000;

  private final Member member;
  private final ReplyBatch replies;
  private final LongSupplier nanoTime;
  private final FailStop failStop;
  private final Throttled overloads = new Throttled(LOG, Level.WARN);
  private final Queue<Input> inputs = new ConcurrentLinkedQueue<>();
  private final TurnSignal signal = new TurnSignal(this::drive);

  /**
   * How often {@link #drive} was called since somebody began to drive the member; 0 if nobody does.
   * Before {@link #start} it is as if somebody did, so that inputs gather.
   */
  private final AtomicInteger calls = new AtomicInteger(1);

  private final Thread clock;
  private volatile long wakeNanos;

  /** Whether the clock's thread has to go on with the turns that a guest left. */
  private volatile boolean clocksTurn;

  private volatile boolean closed;
  private volatile int taken;
  private long refusals;

  /**
   * Makes the way to a member.
   *
   * @param replies what the member's effects add to, and is sent after each step
   */
  Turns(Member member, ReplyBatch replies, LongSupplier nanoTime, FailStop failStop) {
    this.member = member;
    this.replies = replies;
    this.nanoTime = nanoTime;
    this.failStop = failStop;
    this.wakeNanos = nanoTime.getAsLong();
    this.clock = Threads.vital("tenure-clock", this::letTimePass, failStop);
  }

  void start() {
    takeTurns();
    clock.start();
  }

  /** Tells the member, now or as soon as whoever drives it gets to it. */
  void tell(Input input) {
    inputs.add(input);
    drive();
  }

  /** Tells the member later: with the next {@link #drive}. */
  void add(Input input) {
    inputs.add(input);
  }

  /** Tells the member at the end of this turn of an event loop, together with others. */
  void tellAfterTurn(Executor home, Input input) {
    inputs.add(input);
    signal.afterTurn(home);
  }

  /** The time by which the member decides. */
  long nanos() {
    return nanoTime.getAsLong();
  }

  /** How many clients' requests the member has taken and not answered. */
  int taken() {
    return taken;
  }

  /** Takes the member a step further, unless another thread does; that one looks once more. */
  void drive() {
    if (calls.getAndIncrement() == 0) {
      takeTurns();
    }
  }

  /**
   * Goes on until nobody has called in between. A guest does not stay for long: its own work waits
   * meanwhile. It leaves the rest to the clock's thread, which is there for nothing else.
   */
  private void takeTurns() {
    boolean guest = Thread.currentThread() != clock && clock.isAlive();
    int seen = calls.get();
    for (int i = 0; seen != 0; i++) {
      if (guest && i == TURNS_OF_A_GUEST) {
        clocksTurn = true; // the calls are not taken back, so nobody else begins
        LockSupport.unpark(clock);
        return;
      }
      guardedTurn();
      seen = inputs.isEmpty() ? calls.addAndGet(-seen) : seen;
    }
  }

  private void guardedTurn() {
    try {
      turn();
    } catch (RuntimeException | Error fault) {
      LOG.error("a step of replication failed", fault);
      failStop.halt("a step of replication failed: " + fault);
    }
  }

  /** Takes a bounded number of inputs, so that those who came first do not wait for the last. */
  private void turn() {
    Input next = inputs.poll();
    for (int i = 1; next != null; i++) {
      next.happened(member, nanoTime.getAsLong());
      next = i < INPUTS_PER_TURN ? inputs.poll() : null;
    }
    long wake = member.step(nanoTime.getAsLong());
    taken = member.taken();
    replies.send();
    boolean sooner = wake - wakeNanos < 0;
    wakeNanos = wake;
    if (sooner) {
      LockSupport.unpark(clock);
    }
    if (member.refusals() != refusals) {
      refusals = member.refusals();
      overloads.log("requests are refused: this node has too many under way");
    }
  }

  private void letTimePass() {
    while (!closed) {
      if (clocksTurn) {
        clocksTurn = false;
        takeTurns();
      } else {
        drive();
      }
      if (!clocksTurn) {
        long left = wakeNanos - nanoTime.getAsLong();
        LockSupport.parkNanos(this, Math.max(left, SHORTEST_NAP_NANOS));
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(clock);
    Threads.join(clock);
    if (clocksTurn) {
      takeTurns(); // somebody left them to the clock as it ended
    }
  }
}
