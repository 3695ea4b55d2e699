package io.tenure.node.raft;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.closure.ReadIndexClosure;
import io.tenure.kernel.StateView;
import io.tenure.service.Caller;
import io.tenure.service.UnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Linearizable reads by read index, in batches: all reads of one turn of an event loop go into one
 * round to the quorum; while it is under way, those that come gather for the next. Thread-safe.
 *
 * <p>Never by the leader's lease: a machine that was suspended would trust a clock that stood
 * still.
 */
final class ReadGate {

  private static final long RETRY_MILLIS = 20;
  private static final long FRESHEN_MILLIS = 1_000;
  private static final byte[] NO_CONTEXT = new byte[0];

  private final Replica replica;
  private final ScheduledExecutorService timer;
  private final long patienceNanos;
  private final Queue<Read<?>> waiting = new ConcurrentLinkedQueue<>();
  private final Bell bell = new Bell(this::pump);
  private final AtomicBoolean underWay = new AtomicBoolean();
  private final AtomicBoolean spreading = new AtomicBoolean();
  private volatile @Nullable Node node;
  private volatile @Nullable Round current;

  /**
   * Makes a gate.
   *
   * @param patienceNanos how long a read waits for a leader
   */
  ReadGate(Replica replica, ScheduledExecutorService timer, long patienceNanos) {
    this.replica = replica;
    this.timer = timer;
    this.patienceNanos = patienceNanos;
  }

  /** From now on it also asks by itself, now and then, so that local reads know their age. */
  void start(Node raft) {
    node = raft;
    timer.scheduleWithFixedDelay(this::freshen, 0, FRESHEN_MILLIS, TimeUnit.MILLISECONDS);
  }

  <T> CompletableFuture<T> read(Function<StateView, T> question, Caller caller) {
    long latest = System.nanoTime() + patienceNanos;
    long deadline = latest - caller.deadlineNanos() < 0 ? latest : caller.deadlineNanos();
    Read<T> read = new Read<>(question, caller, deadline);
    waiting.add(read);
    if (!underWay.get()) { // or the end of the round that is under way begins the next
      bell.ringAfterTurn(caller.home());
    }
    return read.answer;
  }

  /**
   * Starts a round that answers nobody: its messages tell the other nodes how far the log is
   * committed, which they otherwise learn with the next entry only.
   */
  void spreadCommit() {
    if (!spreading.getAndSet(true)) {
      freshen();
    }
  }

  private void freshen() {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FRESHEN_MILLIS / 2);
    read(state -> true, new Caller(Runnable::run, deadline));
  }

  /** Starts a round if none is under way and somebody waits. */
  private void pump() {
    while (!waiting.isEmpty() && underWay.compareAndSet(false, true)) {
      List<Read<?>> batch = drain();
      if (batch.isEmpty()) {
        underWay.set(false);
      } else {
        begin(batch);
      }
    }
  }

  private List<Read<?>> drain() {
    spreading.set(false); // what is committed from here on needs another round
    List<Read<?>> batch = new ArrayList<>();
    Read<?> next = waiting.poll();
    while (next != null) {
      batch.add(next);
      next = waiting.poll();
    }
    return batch;
  }

  private void begin(List<Read<?>> batch) {
    Node raft = node;
    if (raft == null) {
      retry(batch);
      return;
    }
    Round round = new Round(batch);
    current = round;
    try {
      raft.readIndex(NO_CONTEXT, round);
    } catch (IllegalStateException shuttingDown) {
      round.fail();
    }
  }

  private void answer(List<Read<?>> batch) {
    Delivery delivery = new Delivery();
    try {
      replica.read(
          state -> {
            for (Read<?> read : batch) {
              read.ask(state, delivery);
            }
          });
    } finally {
      next();
    }
    delivery.send();
  }

  /** No leader, or not yet: those who still have time try again a little later. */
  private void retry(List<Read<?>> batch) {
    long now = System.nanoTime();
    Delivery delivery = new Delivery();
    List<Read<?>> again = new ArrayList<>();
    for (Read<?> read : batch) {
      if (read.isLate(now)) {
        read.fail(delivery);
      } else {
        again.add(read);
      }
    }
    delivery.send();
    Runnable next =
        () -> {
          waiting.addAll(again);
          next();
        };
    try {
      timer.schedule(next, RETRY_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException shutDown) {
      again.forEach(read -> read.fail(delivery));
      delivery.send();
    }
  }

  /** The leader that was asked is not the leader any more: its answer is not worth waiting for. */
  void leaderChanged() {
    Round round = current;
    if (round != null) {
      round.fail();
    }
  }

  private void next() {
    underWay.set(false);
    pump();
  }

  /** JRaft calls a failed round back twice; only the first counts. */
  private final class Round extends ReadIndexClosure {

    private final List<Read<?>> batch;
    private final long beganNanos = System.nanoTime();
    private final AtomicBoolean called = new AtomicBoolean();

    Round(List<Read<?>> batch) {
      this.batch = batch;
    }

    @Override
    public void run(Status status, long index, byte[] context) {
      if (!status.isOk()) {
        fail();
      } else if (called.compareAndSet(false, true)) {
        replica.age().reached(beganNanos);
        answer(batch);
      }
    }

    void fail() {
      if (called.compareAndSet(false, true)) {
        retry(batch);
      }
    }
  }

  private static final class Read<T> {

    private final Function<StateView, T> question;
    private final Caller caller;
    private final long deadlineNanos;
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    Read(Function<StateView, T> question, Caller caller, long deadlineNanos) {
      this.question = question;
      this.caller = caller;
      this.deadlineNanos = deadlineNanos;
    }

    boolean isLate(long nanos) {
      return nanos - deadlineNanos >= 0;
    }

    void ask(StateView state, Delivery delivery) {
      try {
        T told = question.apply(state);
        delivery.add(caller.home(), () -> answer.complete(told));
      } catch (RuntimeException fault) {
        delivery.add(caller.home(), () -> answer.completeExceptionally(fault));
      }
    }

    void fail(Delivery delivery) {
      UnavailableException failure =
          new UnavailableException("no leader with a quorum could be found in time");
      delivery.add(caller.home(), () -> answer.completeExceptionally(failure));
    }
  }
}
