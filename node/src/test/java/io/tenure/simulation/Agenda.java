package io.tenure.simulation;

import java.util.PriorityQueue;

/**
 * What happens at which true time; of what is planned for one moment, the older plan comes first.
 */
final class Agenda {

  private record Plan(long micros, long number, Runnable action) implements Comparable<Plan> {
    @Override
    public int compareTo(Plan other) {
      int order = Long.compare(micros, other.micros);
      return order != 0 ? order : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<Plan> plans = new PriorityQueue<>();
  private long nowMicros;
  private long numbers;

  long nowMicros() {
    return nowMicros;
  }

  void in(long micros, Runnable action) {
    at(nowMicros + micros, action);
  }

  void at(long micros, Runnable action) {
    numbers++;
    plans.add(new Plan(Math.max(nowMicros, micros), numbers, action));
  }

  /** How long there is nothing to do; at most so long. */
  long microsUntilNext(long most) {
    Plan next = plans.peek();
    return next == null ? most : Math.min(most, next.micros() - nowMicros);
  }

  void pass(long micros) {
    nowMicros += micros;
  }

  void runDue() {
    Plan next = plans.peek();
    while (next != null && next.micros() <= nowMicros) {
      plans.remove();
      next.action().run();
      next = plans.peek();
    }
  }
}
