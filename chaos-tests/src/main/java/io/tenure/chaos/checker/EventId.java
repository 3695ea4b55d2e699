package io.tenure.chaos.checker;

import java.util.Comparator;

/** The id of an event: an entry of the log, and a number among what came of it. */
record EventId(long index, long number) implements Comparable<EventId> {

  private static final Comparator<EventId> ORDER =
      Comparator.comparingLong(EventId::index).thenComparingLong(EventId::number);

  static EventId parse(String text) {
    String[] parts = text.split("-", 2);
    if (parts.length != 2) {
      throw new IllegalArgumentException("not the id of an event: " + text);
    }
    return new EventId(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
  }

  @Override
  public int compareTo(EventId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return index + "-" + number;
  }
}
