package io.tenure.jraft.log;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The newest entries, in memory, up to a number of bytes. JRaft asks for the last ones at every
 * heartbeat and every round of reads, and for those before them when a follower is a little behind.
 */
final class Tail {

  private final long mostBytes;
  private @Nullable StoredEntry[] ring = new @Nullable StoredEntry[16];
  private long next;
  private int size;
  private long bytes;

  Tail(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  synchronized Optional<StoredEntry> get(long index) {
    return index >= next - size && index < next
        ? Optional.ofNullable(ring[place(index)])
        : Optional.empty();
  }

  /** Adds the entry that comes next, and forgets the oldest if that is too much. */
  synchronized void add(StoredEntry entry) {
    if (entry.index() != next) {
      truncateSuffix(0);
      next = entry.index();
    }
    if (size == ring.length) {
      grow();
    }
    ring[place(next)] = entry;
    next++;
    size++;
    bytes += entry.estimatedSize();
    while (bytes > mostBytes && size > 1) {
      remove(next - size);
    }
  }

  private void grow() {
    @Nullable StoredEntry[] larger = new @Nullable StoredEntry[2 * ring.length];
    for (long index = next - size; index < next; index++) {
      larger[(int) (index % larger.length)] = ring[place(index)];
    }
    ring = larger;
  }

  synchronized void truncateSuffix(long lastKept) {
    while (size > 0 && next - 1 > lastKept) {
      remove(next - 1);
      next--;
    }
  }

  private void remove(long index) {
    StoredEntry entry = ring[place(index)];
    bytes -= entry == null ? 0 : entry.estimatedSize();
    ring[place(index)] = null;
    size--;
  }

  synchronized long bytes() {
    return bytes;
  }

  private int place(long index) {
    return (int) (index % ring.length);
  }
}
