package io.tenure.replication;

import io.tenure.kernel.StateView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Waiting for claims to change: until when, and whether there is still a leader from whom this
 * member would learn of the change.
 *
 * <p>A member that has lost its leader learns of no change, however often its claims are granted
 * and expire elsewhere. So whoever waits is told once no leader was known for a second; a shorter
 * election disturbs nobody.
 */
final class Waits {

  static final long GRACE_NANOS = 1_000_000_000;

  private static final String LEADER_LOST = "this node lost its leader while the request waited";

  /** A wait, and its number among all; those that end at the same time are kept apart by it. */
  private record Open(Wait waiter, long number) {}

  private final WaitList list;
  private final ReadRounds reads;
  private final Effects effects;
  private final LeaderGrace grace = new LeaderGrace(GRACE_NANOS);
  private final Map<Wait, Open> open = new HashMap<>();
  private final TreeSet<Open> byEnd = new TreeSet<>(Waits::compare);
  private final long patienceNanos;
  private long numbers;
  private boolean closed;

  /**
   * Makes a place to wait.
   *
   * @param patienceNanos how long a look at a claim waits for a leader
   */
  Waits(WaitList list, ReadRounds reads, Effects effects, long patienceNanos, long nanos) {
    this.patienceNanos = patienceNanos;
    this.list = list;
    this.reads = reads;
    this.effects = effects;
    grace.observe(false, nanos);
  }

  /** By their distance, since a monotonic clock may overflow. */
  private static int compare(Open one, Open other) {
    long distance = one.waiter().endsNanos() - other.waiter().endsNanos();
    return distance != 0 ? Long.signum(distance) : Long.compare(one.number(), other.number());
  }

  void add(Wait wait, long nanos) {
    if (closed || grace.isLeaderLost(nanos)) {
      effects.answer(wait.caller(), wait.unavailable(closed ? Member.CLOSING : LEADER_LOST));
      return;
    }
    Open added = new Open(wait, ++numbers);
    open.put(wait, added);
    byEnd.add(added);
    look(wait, state -> wait.lookAndRegister(state, list), nanos);
  }

  /** A look that finds no leader ends the wait as well. */
  private void look(Wait wait, Function<StateView, Wait.Look> question, long nanos) {
    Read<Wait.Look> read = new Read<>(question, wait.caller());
    read.waitsUntil(nanos + patienceNanos);
    read.answer()
        .whenComplete(
            (look, failure) -> {
              if (failure != null) {
                effects.forget(List.of(wait));
                wait.answer().completeExceptionally(failure);
              } else if (look.ends()) {
                wait.answer().complete(look.now());
              }
            });
    reads.add(read);
  }

  /** It has been answered. */
  void ended(Wait wait) {
    Open known = open.remove(wait);
    if (known != null) {
      byEnd.remove(known);
    }
  }

  void leaderKnown(boolean known, long nanos) {
    grace.observe(known, nanos);
  }

  /** Ends those whose time is over, and all if the leader is lost. */
  void step(long nanos) {
    while (!byEnd.isEmpty() && nanos - byEnd.first().waiter().endsNanos() >= 0) {
      Wait wait = byEnd.first().waiter();
      ended(wait);
      look(wait, state -> wait.lookAndForget(state, list), nanos);
    }
    if (grace.isLeaderLost(nanos) && !open.isEmpty()) {
      giveUp(LEADER_LOST);
    }
  }

  /** Tells all who wait, and whoever comes from here on. */
  void close() {
    closed = true;
    giveUp(Member.CLOSING);
  }

  private void giveUp(String reason) {
    List<Wait> all = byEnd.stream().map(Open::waiter).toList();
    open.clear();
    byEnd.clear();
    effects.forget(all);
    all.forEach(wait -> effects.answer(wait.caller(), wait.unavailable(reason)));
  }

  /** When {@link #step} should be called again, if nothing else happens. */
  long nextNanos(long nanos) {
    long next = nanos + GRACE_NANOS;
    if (!byEnd.isEmpty() && byEnd.first().waiter().endsNanos() - next < 0) {
      next = byEnd.first().waiter().endsNanos();
    }
    return next;
  }
}
