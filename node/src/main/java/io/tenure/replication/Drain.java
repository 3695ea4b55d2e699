package io.tenure.replication;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a leader from proposing while leadership is handed over. A leader that steps down forgets
 * whom to answer, so it answers everybody first.
 */
final class Drain {

  /** How long it waits for what is under way, and proposes nothing. */
  private static final long LONGEST_NANOS = 300_000_000;

  private final List<Runnable> tasks = new ArrayList<>();
  private boolean holds;
  private long endsNanos;

  /** Begins to hold; the task is run by {@link #step}. */
  void begin(Runnable task, long nanos) {
    tasks.add(task);
    holds = true;
    endsNanos = nanos + LONGEST_NANOS;
  }

  /** Runs the tasks once nothing is under way, or time is up. */
  void step(boolean nothingUnderWay, long nanos) {
    if (!tasks.isEmpty() && (nothingUnderWay || nanos - endsNanos >= 0)) {
      List<Runnable> due = List.copyOf(tasks);
      tasks.clear();
      due.forEach(Runnable::run);
    }
  }

  void end() {
    holds = !tasks.isEmpty();
  }

  boolean holds(long nanos) {
    return holds && nanos - endsNanos < 0;
  }
}
