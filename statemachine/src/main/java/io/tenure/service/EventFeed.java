package io.tenure.service;

import io.tenure.kernel.Claim;
import io.tenure.kernel.Event.ClaimChanged;
import java.util.List;
import java.util.Optional;

/**
 * What happened to claims of late, as this node learned it from the log. Every node has the same
 * events at the same places, but each remembers them for as long as it can. Safe for use by many
 * threads.
 */
public interface EventFeed {

  /**
   * A place in the order of all events.
   *
   * @param index of the log entry
   * @param ordinal of the event among those of its entry, from 1; 0 is the place before them
   */
  record Place(long index, int ordinal) implements Comparable<Place> {

    private static final int LONGEST = 32;

    /** The place that {@link #toString} has written. */
    public static Optional<Place> parse(String text) {
      if (text.length() > LONGEST || !text.matches("[0-9]{1,18}-[0-9]{1,9}")) {
        return Optional.empty();
      }
      int dash = text.indexOf('-');
      long index = Long.parseLong(text.substring(0, dash));
      return Optional.of(new Place(index, Integer.parseInt(text.substring(dash + 1))));
    }

    @Override
    public int compareTo(Place other) {
      int byIndex = Long.compare(index, other.index);
      return byIndex != 0 ? byIndex : Integer.compare(ordinal, other.ordinal);
    }

    public boolean isBefore(Place other) {
      return compareTo(other) < 0;
    }

    @Override
    public String toString() {
      return index + "-" + ordinal;
    }
  }

  /** One event, and where it is. */
  record Happened(Place place, ClaimChanged event) {

    public ClaimChanged.Kind kind() {
      return event.kind();
    }

    /** The claim as it was right after the event. */
    public Claim claim() {
      return event.claim();
    }
  }

  /**
   * Some events in their order.
   *
   * @param reach the place behind which everything is remembered; who asked for what is before it
   *     has missed something, and reads on from there
   * @param events those behind the place that was asked for, and behind the reach
   * @param next the place to ask for next
   * @param replaced how often the state became another one as a whole, at the start or from a
   *     snapshot, with the events on the way to it unseen
   */
  record Reading(Place reach, List<Happened> events, Place next, int replaced) {}

  /** The place up to which this node knows everything. */
  Place last();

  /** Reads on from a place; if that is ahead of this node, there is nothing yet. */
  Reading read(Place after, int limit);

  /** Whether this node knows a leader. */
  boolean hasLeader();

  /**
   * Whether this node has everything that was committed before a moment, on any node. While it is
   * cut off or catching up, it cannot know that.
   *
   * @param nanos of {@link System#nanoTime}
   */
  boolean hasAllBefore(long nanos);

  /**
   * Calls back after each change of what the other methods say. The listener is called while
   * everybody waits, and must do no more than wake somebody up.
   */
  void onChange(Runnable listener);
}
