package io.tenure.jraft.log.segment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log of numbered records in segments.
 *
 * <p>One thread changes it; any thread reads meanwhile. A change that fails leaves it failed for
 * good: what is on the disk is then unknown, and asking for a second sync would be told of success
 * though the bytes of the first are lost.
 */
public final class SegmentedLog implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SegmentedLog.class);

  private final LogDirectory directory;
  private final Sizes sizes;
  private final BatchBuffer buffer = new BatchBuffer();

  /** Oldest first. They have all records from {@link #first} on, and some before it. */
  private volatile List<Segment> segments;

  /** Void, but kept for whoever is about to read them, until more is cut off. */
  private volatile List<Segment> retired = List.of();

  private volatile long first;
  private volatile long last;
  private volatile Optional<String> failure = Optional.empty();

  /**
   * How large files become.
   *
   * @param segment the size at which a segment is full
   * @param zeros by how much the file of a segment is made longer at a time
   */
  public record Sizes(int segment, int zeros) {
    public static final Sizes DEFAULT = new Sizes(16 << 20, 256 << 10);
  }

  private interface Change {
    void make() throws IOException;
  }

  private SegmentedLog(LogDirectory directory, Sizes sizes, List<Segment> segments) {
    this.directory = directory;
    this.sizes = sizes;
    this.segments = List.copyOf(segments);
    this.first = segments.get(0).base();
    this.last = youngest().last();
  }

  /** Makes a log without records in a directory that has none. */
  public static SegmentedLog create(LogDirectory directory, Sizes sizes, long first)
      throws IOException {
    SegmentHeader header = SegmentHeader.of(1, first, true);
    return new SegmentedLog(
        directory, sizes, List.of(Segment.create(directory, header, sizes.zeros())));
  }

  /**
   * Opens a log, and cuts off what a crash left half written.
   *
   * @param visitor is shown all records in order; their bytes are its own only until it returns
   */
  public static SegmentedLog open(
      LogDirectory directory, Sizes sizes, Consumer<StoredRecord> visitor) throws IOException {
    Recovery recovery = new Recovery(directory, visitor);
    SegmentedLog log = new SegmentedLog(directory, sizes, recovery.segments());
    if (recovery.isTorn()) {
      LOG.info("cut off what was half written behind record {} of the Raft log", log.last);
      log.change(() -> log.cut(log.last));
    }
    return log;
  }

  /** Whether there is a file of a log in a directory. */
  public static boolean isIn(LogDirectory directory) throws IOException {
    return directory.names().stream().anyMatch(SegmentHeader::isFileName);
  }

  /** Deletes all files of a log. */
  public static void delete(LogDirectory directory) throws IOException {
    for (String name : directory.names()) {
      if (SegmentHeader.isOurs(name)) {
        directory.delete(name);
      }
    }
    directory.sync();
  }

  /** The index of the first record; one more than the last if there is none. */
  public long first() {
    return first;
  }

  public long last() {
    return last;
  }

  /** Appends records that come next; when this returns they will be found after a crash. */
  public void append(List<? extends Entry> batch) throws IOException {
    for (int i = 0; i < batch.size(); i++) {
      require(batch.get(i).index() == last + 1 + i, "record " + batch.get(i).index() + " next");
    }
    change(
        () -> {
          if (youngest().bytes() >= sizes.segment()) {
            begin(last + 1, false, segments);
          }
          youngest().append(batch, buffer, sizes.zeros());
          last = youngest().last();
        });
  }

  /** Cuts off all records after one; when this returns it is so also after a crash. */
  public void truncateSuffix(long lastKept) throws IOException {
    require(lastKept >= first - 1 && lastKept <= last, "to end with record " + lastKept);
    if (lastKept < last) {
      change(() -> cut(lastKept));
    }
  }

  /**
   * Cuts off all records before one. They can be read until more is cut off, since others may have
   * looked just now what there is, and may come back after a crash, unless no record is left.
   */
  public void truncatePrefix(long firstKept) throws IOException {
    if (firstKept > last + 1) {
      reset(firstKept);
    } else if (firstKept > first) {
      change(
          () -> {
            deleteRetired();
            deleteBefore(first);
            first = firstKept;
          });
    }
  }

  /** Cuts off all records, whatever comes next; when this returns it is so also after a crash. */
  public void reset(long next) throws IOException {
    require(next > 0, "to begin with record " + next);
    change(
        () -> {
          deleteRetired();
          retired = segments;
          begin(next, true, List.of());
          first = next;
          last = next - 1;
        });
  }

  private void cut(long lastKept) throws IOException {
    deleteRetired();
    List<Segment> kept = new ArrayList<>(segments);
    List<Segment> dropped = new ArrayList<>(segments);
    kept.removeIf(each -> each.base() > lastKept);
    dropped.removeAll(kept);
    last = lastKept;
    begin(lastKept + 1, false, kept);
    retired = List.copyOf(dropped);
  }

  private void begin(long base, boolean startsLog, List<Segment> before) throws IOException {
    SegmentHeader header = SegmentHeader.of(youngest().header().number() + 1, base, startsLog);
    List<Segment> all = new ArrayList<>(before);
    all.add(Segment.create(directory, header, sizes.zeros()));
    segments = List.copyOf(all);
  }

  /** One after another, or a crash could leave a gap. */
  private void deleteBefore(long index) throws IOException {
    while (segments.size() > 1 && segments.get(1).base() <= index) {
      Segment oldest = segments.get(0);
      segments = List.copyOf(segments.subList(1, segments.size()));
      oldest.delete(directory);
    }
  }

  private void deleteRetired() throws IOException {
    List<Segment> old = retired;
    retired = List.of();
    for (Segment each : old) {
      each.delete(directory);
    }
  }

  /** A record; none if it was never there, or was cut off some time ago. */
  public Optional<StoredRecord> read(long index) throws IOException {
    if (index > last) {
      return Optional.empty();
    }
    Optional<Segment> segment = containing(segments, index).or(() -> containing(retired, index));
    try {
      return segment.isPresent() ? segment.get().read(index) : Optional.empty();
    } catch (IOException failure) {
      if (segment.get().isDeleted()) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  /** The youngest that begins at or before the record. */
  private static Optional<Segment> containing(List<Segment> segments, long index) {
    for (int i = segments.size() - 1; i >= 0; i--) {
      if (segments.get(i).base() <= index) {
        return Optional.of(segments.get(i));
      }
    }
    return Optional.empty();
  }

  private Segment youngest() {
    return segments.get(segments.size() - 1);
  }

  private void require(boolean condition, String what) throws IOException {
    if (!condition) {
      throw new IOException(
          "asked for " + what + ", but the log has records " + first + " to " + last);
    }
  }

  private void change(Change change) throws IOException {
    if (failure.isPresent()) {
      throw new IOException("the log has failed before: " + failure.get());
    }
    boolean done = false;
    try {
      change.make();
      done = true;
    } catch (IOException failed) {
      failure = Optional.of(String.valueOf(failed.getMessage()));
      throw failed;
    } finally {
      if (!done && failure.isEmpty()) {
        failure = Optional.of("a change was not completed");
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (Segment each : segments) {
      each.close();
    }
    for (Segment each : retired) {
      each.close();
    }
  }

  @Override
  public String toString() {
    return "records " + first + " to " + last + " in " + segments.size() + " segments";
  }
}
