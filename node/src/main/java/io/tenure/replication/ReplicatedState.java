package io.tenure.replication;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Archive;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Event;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.LeaseKernel;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.StateView;
import io.tenure.store.StateStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A member's copy of the replicated state: the table in memory and the store, which are changed
 * together or not at all. Entries are applied some at a time, and shown when they are committed to
 * the store; then all listeners learn of them.
 */
public final class ReplicatedState {

  /** Digests are kept of the state after every so many entries, for comparing members. */
  private static final int CHECKPOINT_SPACING = 1_024;

  private static final int CHECKPOINTS_KEPT = 8;

  private final StateStore store;
  private final KnownLevels known;
  private final List<StateListener> listeners;
  private LeaseTable table;
  private LeaseKernel kernel;

  /** Of what is applied, and not yet committed. */
  private final List<Event> events = new ArrayList<>();

  private List<StateListener.Step> steps = new ArrayList<>();
  private long index;
  private long term;

  /** Replaced, never changed, so that others may keep it. */
  private NavigableMap<Long, Long> checkpoints = Collections.emptyNavigableMap();

  private volatile Applied applied;

  /**
   * Takes up the state that is in the store.
   *
   * @param known state and entries of later levels are refused
   * @throws io.tenure.kernel.NewerLevelException if the state is of a later level
   */
  public ReplicatedState(
      StateStore store, KnownLevels known, List<StateListener> listeners, long nanos) {
    this.store = store;
    this.known = known;
    this.listeners = List.copyOf(listeners);
    table = load();
    kernel = new LeaseKernel(table);
    index = store.appliedIndex();
    term = store.appliedTerm();
    applied = describe(nanos);
    tellReplaced(nanos);
  }

  private LeaseTable load() {
    LeaseTable stored = store.load();
    known.require(stored.level());
    return stored;
  }

  public KnownLevels known() {
    return known;
  }

  /** What is committed; may be asked by anybody at any time. */
  public Applied applied() {
    return applied;
  }

  /** The last entry whose changes are in the store. */
  public LogPosition position() {
    return new LogPosition(store.appliedIndex(), store.appliedTerm());
  }

  /**
   * Whether the state already has what this entry led to. Fails if the entry is of another history
   * than the state: to skip it, or to apply it, would be to disagree with everybody.
   */
  public boolean isApplied(LogPosition entry) {
    LogPosition state = new LogPosition(index, term);
    if (!entry.agreesWith(state)) {
      throw new IllegalStateException(
          "the Raft log has " + entry + ", but the state is at " + state);
    }
    return entry.index() <= index;
  }

  /**
   * Applies the next entry.
   *
   * @throws io.tenure.kernel.NewerLevelException if the entry is of a level that is not known
   */
  public Outcome apply(LogEntry entry, long entryTerm) {
    requireKnown(entry);
    Outcome outcome = kernel.apply(entry);
    term = entryTerm;
    index = entry.index();
    events.addAll(outcome.events());
    steps.add(new StateListener.Step(index, outcome.events()));
    if (index % CHECKPOINT_SPACING == 0) {
      checkpoints = withCheckpoint();
    }
    return outcome;
  }

  private void requireKnown(LogEntry entry) {
    if (!known.equals(KnownLevels.ALL)) { // what the codec has read is of these
      entry.requests().forEach(request -> known.require(RequestCodec.levelOf(request)));
    }
  }

  private NavigableMap<Long, Long> withCheckpoint() {
    NavigableMap<Long, Long> next = new TreeMap<>(checkpoints);
    next.put(index, table.digest());
    if (next.size() > CHECKPOINTS_KEPT) {
      next.pollFirstEntry();
    }
    return Collections.unmodifiableNavigableMap(next);
  }

  /** Stores what was applied and shows it; the results may be given out then. */
  public void commit(long nanos) {
    if (steps.isEmpty()) {
      return;
    }
    store.write(index, term, events, table.head(), table.digest());
    applied = describe(nanos);
    List<StateListener.Step> told = steps;
    steps = new ArrayList<>();
    events.clear();
    listeners.forEach(listener -> listener.applied(told, applied));
  }

  /** Takes up the state that the store has by now, which is another one. */
  public void reload(long nanos) {
    table = load();
    kernel = new LeaseKernel(table);
    index = store.appliedIndex();
    term = store.appliedTerm();
    steps = new ArrayList<>();
    events.clear();
    checkpoints = Collections.emptyNavigableMap();
    applied = describe(nanos);
    tellReplaced(nanos);
  }

  private void tellReplaced(long nanos) {
    StateView state = view(store, 0, nanos);
    listeners.forEach(listener -> listener.replaced(state, applied));
  }

  /**
   * Shows what is committed.
   *
   * @param archive where the view finds what is not in memory
   * @param staleMicros as of {@link StateView#staleMicros}
   */
  public StateView view(Archive archive, long staleMicros, long nanos) {
    ClusterTime now = applied.estimate(nanos, ClusterClock.CAP_MICROS);
    return new StateView(table, archive, now, staleMicros);
  }

  private Applied describe(long nanos) {
    return new Applied(
        index,
        table.now().cluster(),
        nanos,
        table.nextExpiry(),
        table.isTimed(),
        table.digest(),
        table.level(),
        table.settings(),
        checkpoints,
        new Applied.Counts(
            table.liveClaims(),
            table.activeClaims(),
            table.endedLedger().ended() - table.endedLedger().dropped(),
            table.rememberedAnswers()));
  }
}
