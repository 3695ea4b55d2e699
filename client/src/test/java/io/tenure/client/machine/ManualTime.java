package io.tenure.client.machine;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Two clocks, timers and a loop that move only when a test says so. */
final class ManualTime implements Clock, Timers, Events {

  private final class Entry implements Timer {
    private final long due;
    private final long number;
    private final Runnable action;
    private boolean cancelled;

    Entry(long due, Runnable action) {
      this.due = due;
      this.number = counter++;
      this.action = action;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(
          Comparator.<Entry>comparingLong(entry -> entry.due).thenComparing(entry -> entry.number));
  private long counter;
  private long nanos = -5; // it may well be negative
  private long wallMillis = 1_700_000_000_000L;
  private long wallRest;

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public long wallMillis() {
    return wallMillis;
  }

  @Override
  public Timer start(Duration delay, Runnable action) {
    Entry entry = new Entry(nanos + Math.max(0, delay.toNanos()), action);
    entries.add(entry);
    return entry;
  }

  @Override
  public void execute(Runnable action) {
    start(Duration.ZERO, action);
  }

  /** Does what is due. */
  void run() {
    advance(Duration.ZERO);
  }

  /** Lets time pass on both clocks, and does what becomes due, in order. */
  void advance(Duration time) {
    long end = nanos + time.toNanos();
    while (!entries.isEmpty() && entries.peek().due <= end) {
      Entry next = entries.poll();
      if (!next.cancelled) {
        move(Math.max(0, next.due - nanos));
        next.action.run();
      }
    }
    move(end - nanos);
  }

  /** Lets time pass without anything being done, as for a process that is stopped. */
  void pass(Duration time) {
    move(time.toNanos());
  }

  /** Sets the wall clock, forward or back, as also happens when a suspended machine goes on. */
  void stepWall(Duration step) {
    wallMillis += step.toMillis();
  }

  /** How many timers are running. */
  long timers() {
    return entries.stream().filter(entry -> !entry.cancelled).count();
  }

  private void move(long by) {
    nanos += by;
    wallRest += by;
    wallMillis += wallRest / 1_000_000;
    wallRest %= 1_000_000;
  }
}
