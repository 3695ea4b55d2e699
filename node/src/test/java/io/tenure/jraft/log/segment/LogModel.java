package io.tenure.jraft.log.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** What a log should hold: the same changes made to a map. */
final class LogModel {

  /** Also those that were cut off at the beginning, since they may come back. */
  private final NavigableMap<Long, TestEntry> entries = new TreeMap<>();

  private long first;
  private long last;
  private long term = 1;

  LogModel(long first) {
    this.first = first;
    this.last = first - 1;
  }

  LogModel copy() {
    LogModel copy = new LogModel(first);
    copy.entries.putAll(entries);
    copy.last = last;
    copy.term = term;
    return copy;
  }

  long last() {
    return last;
  }

  /** One change, made to this model and then to the log. */
  interface Change {
    void make(SegmentedLog log) throws IOException;
  }

  /** Draws a change, and makes it here. */
  Change next(Random random) {
    return switch (random.nextInt(20)) {
      case 0, 1 -> truncateSuffix(first - 1 + random.nextInt((int) (last - first) + 2));
      case 2, 3 -> truncatePrefix(first + random.nextInt((int) (last - first) + 2));
      case 4 ->
          random.nextInt(4) == 0
              ? truncatePrefix(last + 2 + random.nextInt(5))
              : append(1 + random.nextInt(30), random);
      case 5 ->
          random.nextInt(3) == 0
              ? reset(Math.max(1, last - 5 + random.nextInt(12)))
              : append(1, random);
      default -> append(1 + random.nextInt(5), random);
    };
  }

  Change append(int count, Random random) {
    List<TestEntry> batch = TestEntry.batch(last, count, term, random);
    batch.forEach(entry -> entries.put(entry.index(), entry));
    last += count;
    return log -> log.append(batch);
  }

  Change truncateSuffix(long lastKept) {
    entries.tailMap(lastKept, false).clear();
    last = lastKept;
    term++;
    return log -> log.truncateSuffix(lastKept);
  }

  Change truncatePrefix(long firstKept) {
    if (firstKept > last + 1) {
      entries.clear();
      last = firstKept - 1;
    }
    first = firstKept;
    return log -> log.truncatePrefix(firstKept);
  }

  Change reset(long next) {
    entries.clear();
    first = next;
    last = next - 1;
    term++;
    return log -> log.reset(next);
  }

  /** The log has what this has, and no more. */
  void check(SegmentedLog log) throws IOException {
    assertThat(log.first()).as("first").isEqualTo(first);
    assertThat(log.last()).as("last").isEqualTo(last);
    for (long index = first; index <= last; index++) {
      assertThat(log.read(index).map(TestEntry::of)).contains(entries.get(index));
    }
    assertThat(log.read(last + 1)).isEmpty();
  }

  /**
   * Whether a log that was opened is this one, or this one before the last of a batch came. It may
   * begin earlier.
   *
   * @param synced the last record that must be there
   */
  boolean isFoundIn(SegmentedLog log, long synced) throws IOException {
    if (log.first() > first || log.last() < synced || log.last() > last) {
      return false;
    }
    for (long index = log.first(); index <= log.last(); index++) {
      if (!log.read(index).map(TestEntry::of).equals(found(index))) {
        return false;
      }
    }
    return true;
  }

  private Optional<TestEntry> found(long index) {
    return Optional.ofNullable(entries.get(index));
  }

  /** Goes on from what a log was found to be. */
  void adopt(SegmentedLog log) {
    first = log.first();
    last = log.last();
    entries.tailMap(last, false).clear();
    term++;
  }

  List<TestEntry> all() {
    return new ArrayList<>(entries.subMap(first, last + 1).values());
  }
}
