package io.tenure.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One node's log. What is appended is on disk at once, and survives a crash. */
class SimLog {

  /**
   * One place in the log.
   *
   * @param data empty for the entry with which a leader starts its term
   * @param stamp how the stamp of the entry came about, for the checker; null without data
   */
  record Entry(long term, byte[] data, @Nullable Stamping stamp) {
    boolean isStartOfTerm() {
      return data.length == 0;
    }
  }

  private final List<Entry> entries = new ArrayList<>();
  private long compactedThrough;
  private long compactedTerm;

  /** The first index that is still there. */
  final long first() {
    return compactedThrough + 1;
  }

  final long last() {
    return compactedThrough + entries.size();
  }

  final Entry at(long index) {
    return entries.get((int) (index - first()));
  }

  final long termAt(long index) {
    return index == compactedThrough ? compactedTerm : at(index).term();
  }

  /** Whether a node with this log may lead one with the other. */
  final boolean isUpToDateFor(SimLog other) {
    long term = termAt(last());
    long otherTerm = other.termAt(other.last());
    return term > otherTerm || (term == otherTerm && last() >= other.last());
  }

  final long append(Entry entry) {
    entries.add(entry);
    return last();
  }

  final void truncateFrom(long index) {
    entries.subList((int) (index - first()), entries.size()).clear();
  }

  final void compactThrough(long index) {
    if (index >= first()) {
      compactedTerm = termAt(index);
      entries.subList(0, (int) (index - compactedThrough)).clear();
      compactedThrough = index;
    }
  }

  /** Starts anew behind an installed snapshot. */
  final void resetTo(long index, long term) {
    entries.clear();
    compactedThrough = index;
    compactedTerm = term;
  }

  void crash() {}
}
