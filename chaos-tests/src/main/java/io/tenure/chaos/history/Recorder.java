package io.tenure.chaos.history;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes a history while it happens. Thread-safe: the lines are in the order of their times. What
 * goes into a file is not kept in memory, so that a run may be as long as it likes.
 *
 * <p>What is written reaches the file within about a second, so a harness that is killed leaves a
 * history that can be read, but for its last moments.
 */
public final class Recorder implements AutoCloseable {

  private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final HarnessClock clock;
  private final @Nullable BufferedWriter file;
  private final @Nullable Path path;
  private final List<Op> ops = new ArrayList<>();
  private final Map<Long, Op> underWay = new HashMap<>();
  private final Map<Phase, Long> counts = new EnumMap<>(Phase.class);
  private long lastId;
  private long flushed;

  /** Records into a file of JSON lines, which is created or emptied. */
  public Recorder(Path file, HarnessClock clock) {
    this(clock, open(file), file);
  }

  /** Records into memory only. */
  public Recorder(HarnessClock clock) {
    this(clock, null, null);
  }

  private Recorder(HarnessClock clock, @Nullable BufferedWriter file, @Nullable Path path) {
    this.clock = clock;
    this.file = file;
    this.path = path;
  }

  public HarnessClock clock() {
    return clock;
  }

  /** An operation begins now; returns its id. */
  public synchronized long invoke(
      int process, String workload, String key, String action, Map<String, Object> fields) {
    long id = ++lastId;
    Op op = new Op(id, process, workload, key, action, Phase.INVOKE, clock.nanos(), fields);
    underWay.put(id, op);
    add(op);
    return id;
  }

  /** The operation ended now. */
  public synchronized void complete(long id, Phase phase, Map<String, Object> fields) {
    Op begun = underWay.remove(id);
    if (begun == null || phase == Phase.INVOKE) {
      throw new IllegalArgumentException("operation " + id + " cannot end as " + phase);
    }
    add(begun.ended(phase, clock.nanos(), fields));
  }

  /** How many operations have begun (INVOKE) or ended so, up to now. */
  public synchronized Map<Phase, Long> counts() {
    Map<Phase, Long> all = new EnumMap<>(Phase.class);
    for (Phase phase : Phase.values()) {
      all.put(phase, counts.getOrDefault(phase, 0L));
    }
    return all;
  }

  /** All that was recorded up to now. */
  public synchronized History history() {
    if (file == null || path == null) {
      return History.of(ops);
    }
    try {
      file.flush();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return History.read(path);
  }

  @Override
  public synchronized void close() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void add(Op op) {
    counts.merge(op.phase(), 1L, Long::sum);
    if (file == null) {
      ops.add(op);
      return;
    }
    try {
      file.write(OpJson.write(op));
      file.write('\n');
      if (op.nanos() - flushed > FLUSH_NANOS) {
        flushed = op.nanos();
        file.flush();
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static BufferedWriter open(Path file) {
    try {
      return Files.newBufferedWriter(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
