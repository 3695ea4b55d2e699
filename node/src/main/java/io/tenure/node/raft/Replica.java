package io.tenure.node.raft;

import io.tenure.kernel.Archive;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Event;
import io.tenure.kernel.LeaseKernel;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.Settings;
import io.tenure.kernel.StateView;
import io.tenure.store.Checkpoint;
import io.tenure.store.LeaseStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * This node's copy of the replicated state: the table in memory and the store on disk, which are
 * changed together or not at all.
 *
 * <p>One lock guards both. It is taken once per batch of log entries and once per batch of reads,
 * so that no request pays for it alone.
 */
final class Replica implements AutoCloseable {

  /**
   * Reads show times up to this much after the last applied entry; see {@link Applied#estimate}.
   */
  static final long CAP_MICROS = 2_000_000;

  /** Only below this are holders who say of which kind they are. */
  private static final String TYPED = "locket/";

  private static final int CHECKPOINT_SPACING = 1_024;
  private static final int CHECKPOINTS_KEPT = 8;

  private final ReentrantLock lock = new ReentrantLock();
  private final LeaseStore store;
  private final Watchers watchers;
  private final RecentEvents recent;
  private final Census census = new Census();
  private final NavigableMap<Long, Long> digests = new TreeMap<>();
  private LeaseTable table;
  private LeaseKernel kernel;
  private volatile Applied applied;

  Replica(LeaseStore store, Watchers watchers, Leadership leadership) {
    this.store = store;
    this.watchers = watchers;
    this.recent = new RecentEvents(RecentEvents.Room.DEFAULT, leadership, store.appliedIndex());
    this.table = store.load();
    this.kernel = new LeaseKernel(table);
    this.applied = describe(store.appliedIndex());
    census.take(view(0).holders(TYPED, Integer.MAX_VALUE));
  }

  Applied applied() {
    return applied;
  }

  Archive archive() {
    return store;
  }

  Census census() {
    return census;
  }

  RecentEvents recent() {
    return recent;
  }

  /** The state's digests at some indexes that all nodes share, for comparing them. */
  NavigableMap<Long, Long> digests() {
    return locked(() -> new TreeMap<>(digests));
  }

  Settings settings() {
    return locked(() -> table.settings());
  }

  /** Starts a batch of log entries; nothing else sees the state until it is closed. */
  Batch begin() {
    lock.lock();
    return new Batch();
  }

  /** The entries that are applied between two returns to the outside. Only for one thread. */
  final class Batch implements AutoCloseable {

    private final List<Event> events = new ArrayList<>();
    private final List<RecentEvents.Step> steps = new ArrayList<>();
    private long index = applied.index();

    /** Whether the store already holds what this entry led to. */
    boolean isApplied(long entryIndex) {
      return entryIndex <= index;
    }

    Outcome apply(LogEntry entry) {
      Outcome outcome = kernel.apply(entry);
      events.addAll(outcome.events());
      index = entry.index();
      steps.add(new RecentEvents.Step(index, outcome.events()));
      if (index % CHECKPOINT_SPACING == 0) {
        digests.put(index, table.digest());
        if (digests.size() > CHECKPOINTS_KEPT) {
          digests.pollFirstEntry();
        }
      }
      return outcome;
    }

    /** Makes the batch durable with the state and shows it; the results may be given out then. */
    void commit() {
      if (index > applied.index()) {
        store.write(index, events, table.head(), table.digest());
        applied = describe(index);
        watchers.happened(events, this::view);
        census.happened(events);
        recent.append(steps);
      }
    }

    private StateView view() {
      return Replica.this.view(0);
    }

    @Override
    public void close() {
      lock.unlock();
    }
  }

  /** Asks all questions of one state. */
  void read(Consumer<StateView> questions) {
    locked(
        () -> {
          questions.accept(view(0));
          return true;
        });
  }

  <T> T ask(Function<StateView, T> question, long staleMicros) {
    return locked(() -> question.apply(view(staleMicros)));
  }

  /** Writes a copy of the state as of now into an empty place. */
  Checkpoint saveTo(Path directory) {
    return locked(() -> store.checkpoint(directory));
  }

  /** Takes over the state that another node saved, which is newer than this one's. */
  void loadFrom(Path directory) {
    locked(
        () -> {
          store.replaceWith(directory);
          table = store.load();
          kernel = new LeaseKernel(table);
          digests.clear();
          applied = describe(store.appliedIndex());
          watchers.everythingMayHaveChanged(view(0));
          census.take(view(0).holders(TYPED, Integer.MAX_VALUE));
          recent.replace(applied.index());
          return true;
        });
  }

  @Override
  public void close() {
    locked(
        () -> {
          store.flush(); // so that the next start has little to replay
          store.close();
          return true;
        });
  }

  private StateView view(long staleMicros) {
    ClusterTime now = applied.estimate(System.nanoTime(), CAP_MICROS);
    return new StateView(table, store, now, staleMicros);
  }

  private Applied describe(long index) {
    return new Applied(
        index,
        table.now().cluster(),
        System.nanoTime(),
        table.nextExpiry(),
        table.isTimed(),
        table.digest(),
        new Applied.Counts(
            table.liveClaims(),
            table.activeClaims(),
            table.endedLedger().ended() - table.endedLedger().dropped(),
            table.rememberedAnswers()));
  }

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }
}
