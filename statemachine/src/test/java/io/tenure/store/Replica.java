package io.tenure.store;

import io.tenure.kernel.Event;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.LeaseKernel;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A kernel and its store, as a node has them; it skips what its store has applied already. */
final class Replica implements AutoCloseable {

  /** So small that flushes and compactions happen in a short test. */
  static final StoreTuning TINY = new StoreTuning(2 << 20, 1 << 20);

  private final LeaseStore store;
  private final Path directory;
  private LeaseTable table;
  private LeaseKernel kernel;

  private Replica(Path directory, StoreTuning tuning) {
    this.directory = directory;
    store = LeaseStore.open(directory, tuning);
    table = store.load();
    kernel = new LeaseKernel(table);
  }

  static Replica open(Path directory) {
    return new Replica(directory, TINY);
  }

  LeaseStore store() {
    return store;
  }

  LeaseTable table() {
    return table;
  }

  /** Applies the entries as one batch. */
  List<Outcome> apply(List<LogEntry> entries) {
    List<Outcome> outcomes = new ArrayList<>();
    List<Event> events = new ArrayList<>();
    for (LogEntry entry : entries) {
      if (entry.index() > store.appliedIndex()) {
        Outcome outcome = kernel.apply(entry);
        outcomes.add(outcome);
        events.addAll(outcome.events());
      }
    }
    if (!outcomes.isEmpty()) {
      long last = entries.get(entries.size() - 1).index();
      store.write(last, 1, events, table.head(), table.digest());
    }
    return outcomes;
  }

  /** Applies the entries in batches of this size. */
  void apply(List<LogEntry> entries, int batch) {
    for (int i = 0; i < entries.size(); i += batch) {
      apply(entries.subList(i, Math.min(i + batch, entries.size())));
    }
  }

  List<Result> results(LogEntry entry) {
    return apply(List.of(entry)).get(0).results();
  }

  void install(Path checkpoint) {
    store.replaceWith(checkpoint, KnownLevels.ALL);
    table = store.load();
    kernel = new LeaseKernel(table);
  }

  /** Closes the store and reads every record of it. */
  Map<String, String> closeAndDump() {
    close();
    Map<String, String> records = new TreeMap<>();
    StateDirectory state = StateDirectory.open(directory);
    try (Database database = Database.open(state.path(), TINY, false)) {
      for (Family family : Family.values()) {
        try (Walk walk = database.walk(family)) {
          for (walk.toFirst(); walk.isThere(); walk.forth()) {
            records.put(
                family + " " + HexFormat.of().formatHex(walk.key()),
                HexFormat.of().formatHex(walk.value()));
          }
        }
      }
    }
    return records;
  }

  @Override
  public void close() {
    store.close();
  }
}
