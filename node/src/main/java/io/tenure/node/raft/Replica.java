package io.tenure.node.raft;

import io.tenure.kernel.Archive;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Completion;
import io.tenure.kernel.Event;
import io.tenure.kernel.LeaseKernel;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.Settings;
import io.tenure.kernel.StateView;
import io.tenure.node.logging.Throttled;
import io.tenure.replication.ClusterClock;
import io.tenure.store.Checkpoint;
import io.tenure.store.LeaseStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * This node's copy of the replicated state: the table in memory and the store on disk, which are
 * changed together or not at all.
 *
 * <p>One lock guards both. It is taken once per batch of log entries and once per batch of reads,
 * so that no request pays for it alone.
 */
final class Replica implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Replica.class);

  /**
   * Reads show times up to this much after the last applied entry; see {@link Applied#estimate}.
   */
  static final long CAP_MICROS = ClusterClock.CAP_MICROS;

  /** Only below this are holders who say of which kind they are. */
  private static final String TYPED = "locket/";

  private static final int CHECKPOINT_SPACING = 1_024;
  private static final int CHECKPOINTS_KEPT = 8;

  private final ReentrantLock lock = new ReentrantLock();
  private final LeaseStore store;
  private final Archive archive;
  private final Watchers watchers;
  private final StateAge age = new StateAge();
  private final RecentEvents recent;
  private final Census census = new Census();
  private final MemoFullness fullness;
  private final Completion completion;

  /** Replaced, never changed, so that others may keep it. */
  private NavigableMap<Long, Long> checkpoints = Collections.emptyNavigableMap();

  private LeaseTable table;
  private LeaseKernel kernel;
  private volatile Applied applied;

  Replica(LeaseStore store, Watchers watchers, Leadership leadership, FailStop failStop) {
    this(store, watchers, leadership, failStop, new Throttled(LOG, Level.WARN)::log);
  }

  Replica(
      LeaseStore store,
      Watchers watchers,
      Leadership leadership,
      FailStop failStop,
      Consumer<String> warnings) {
    this.store = store;
    this.fullness = new MemoFullness(warnings);
    this.archive = new FailStopArchive(store, failStop);
    this.completion = new Completion(archive, id -> ask(state -> state.claim(id)));
    this.watchers = watchers;
    this.recent =
        new RecentEvents(RecentEvents.Room.DEFAULT, leadership, age, store.appliedIndex());
    this.table = store.load();
    this.kernel = new LeaseKernel(table);
    this.applied = describe(store.appliedIndex());
    census.take(view(0).holders(TYPED, Integer.MAX_VALUE));
  }

  Applied applied() {
    return applied;
  }

  /** The last log entry whose changes are here. Only for the thread that applies the log. */
  LogPosition position() {
    return new LogPosition(store.appliedIndex(), store.appliedTerm());
  }

  /** Completes results by what is applied now; safe to use from any thread. */
  Completion completion() {
    return completion;
  }

  int level() {
    return applied.level();
  }

  StateAge age() {
    return age;
  }

  Census census() {
    return census;
  }

  RecentEvents recent() {
    return recent;
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
    private long term = store.appliedTerm();

    /**
     * Whether the store already holds what this entry led to. Fails if the entry is of another
     * history than the state: to skip it, or to apply it, would be to disagree with everybody.
     */
    boolean isApplied(LogPosition entry) {
      LogPosition state = new LogPosition(index, term);
      if (!entry.agreesWith(state)) {
        throw new IllegalStateException(
            "the Raft log has " + entry + ", but the state is at " + state);
      }
      return entry.index() <= index;
    }

    Outcome apply(LogEntry entry, long entryTerm) {
      term = entryTerm;
      Outcome outcome = kernel.apply(entry);
      events.addAll(outcome.events());
      index = entry.index();
      steps.add(new RecentEvents.Step(index, outcome.events()));
      if (index % CHECKPOINT_SPACING == 0) {
        checkpoints = withCheckpoint();
      }
      return outcome;
    }

    private NavigableMap<Long, Long> withCheckpoint() {
      NavigableMap<Long, Long> next = new TreeMap<>(checkpoints);
      next.put(index, table.digest());
      if (next.size() > CHECKPOINTS_KEPT) {
        next.pollFirstEntry();
      }
      return Collections.unmodifiableNavigableMap(next);
    }

    /** Makes the batch durable with the state and shows it; the results may be given out then. */
    void commit() {
      if (index > applied.index()) {
        store.write(index, term, events, table.head(), table.digest());
        applied = describe(index);
        fullness.look(applied.counts());
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

  /** Asks the state as it is, however old. */
  <T> T ask(Function<StateView, T> question) {
    return locked(() -> question.apply(view(age.staleMicros(System.nanoTime()))));
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
          checkpoints = Collections.emptyNavigableMap();
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
    return new StateView(table, archive, now, staleMicros);
  }

  private Applied describe(long index) {
    return new Applied(
        index,
        table.now().cluster(),
        System.nanoTime(),
        table.nextExpiry(),
        table.isTimed(),
        table.digest(),
        table.level(),
        checkpoints,
        new Applied.Counts(
            table.liveClaims(),
            table.activeClaims(),
            table.endedLedger().ended() - table.endedLedger().dropped(),
            table.rememberedAnswers(),
            table.settings().memoLimit()));
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
