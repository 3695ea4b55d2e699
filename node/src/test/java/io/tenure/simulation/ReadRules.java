package io.tenure.simulation;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What is promised to whoever reads: at least all that anybody had heard of before it asked; and of
 * a local read, all that was committed before the time as of which it is told to be.
 */
final class ReadRules {

  private long heardOf;
  private long answered;
  private long aged;

  /** When which entry was committed, by true time. */
  private final NavigableMap<Long, Long> commits = new TreeMap<>();

  /** The last entry that anybody has heard of. */
  long heardOf() {
    return heardOf;
  }

  /** How many reads got an answer. */
  long answered() {
    return answered;
  }

  /** How many local reads told their age. */
  long aged() {
    return aged;
  }

  void committed(long entry, long trueMicros) {
    if (commits.isEmpty() || commits.lastEntry().getValue() < entry) {
      commits.put(trueMicros, entry);
    }
  }

  /** A local read shows a state as of a certain time at least. */
  void shownLocally(long shown, long asOfMicros) {
    aged++;
    Map.Entry<Long, Long> before = commits.lowerEntry(asOfMicros);
    if (before != null && before.getValue() > shown) {
      throw new AssertionError(
          "a local read shows the state of entry %d as of %d, but entry %d was committed at %d"
              .formatted(shown, asOfMicros, before.getValue(), before.getKey()));
    }
  }

  /** Somebody hears what an entry led to. */
  void acknowledged(long entry) {
    heardOf = Math.max(heardOf, entry);
  }

  /**
   * A read ends.
   *
   * @param shown the last entry in the state that it was shown
   * @param heardBefore the last entry that anybody had heard of when it was asked
   */
  void answered(long shown, long heardBefore) {
    answered++;
    if (shown < heardBefore) {
      throw new AssertionError(
          "a read shows the state of entry %d, but was asked after somebody heard of entry %d"
              .formatted(shown, heardBefore));
    }
    acknowledged(shown);
  }
}
