package io.tenure.simulation;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Event;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.store.Checkpoint;
import io.tenure.store.LeaseStore;
import io.tenure.store.StoreException;
import io.tenure.store.StoreTuning;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The real store, with a crash made of a copy of its files. */
final class DiskStore implements SimStore {

  private static final StoreTuning SMALL = new StoreTuning(4 << 20, 1 << 20);
  private static final int ATTEMPTS = 50;

  private final Path root;
  private int lives;
  private int snapshots;
  private LeaseStore store;
  private LeaseTable table = new LeaseTable();

  DiskStore(Path root) {
    this.root = root;
    store = LeaseStore.open(directory(), SMALL);
  }

  @Override
  public void write(
      long index, long term, List<Event> events, LeaseTable.TableHead head, long digest) {
    store.write(index, term, events, head, digest);
  }

  @Override
  public void flush() {
    store.flush();
  }

  /** Goes on with a copy of the files as they are while the store is open. */
  @Override
  public void crash() {
    LeaseStore before = store;
    Path old = directory();
    store = openCopyOf(old);
    before.close();
    delete(old);
  }

  /** RocksDB may be about to replace some files; then the copy is not a whole one. */
  private LeaseStore openCopyOf(Path old) {
    for (int attempt = 1; ; attempt++) {
      lives++;
      try {
        copy(old, directory());
        return LeaseStore.open(directory(), SMALL);
      } catch (UncheckedIOException | StoreException torn) {
        if (attempt == ATTEMPTS) {
          throw torn;
        }
        delete(directory());
      }
    }
  }

  @Override
  public long appliedIndex() {
    return store.appliedIndex();
  }

  @Override
  public long appliedTerm() {
    return store.appliedTerm();
  }

  @Override
  public LeaseTable load() {
    table = store.load();
    return table;
  }

  @Override
  public LeaseTable table() {
    return table;
  }

  @Override
  public Optional<Claim> ended(ClaimId id) {
    return store.ended(id);
  }

  @Override
  public List<Claim> tenures(ResourceKey resource, int limit) {
    return store.tenures(resource, limit);
  }

  @Override
  public Cursor lastTenures(String prefix) {
    return store.lastTenures(prefix);
  }

  @Override
  public Cursor scan(ClaimFilter filter, ClaimId after) {
    return store.scan(filter, after);
  }

  @Override
  public Optional<Result> answer(RequestKey key) {
    return store.answer(key);
  }

  @Override
  public Optional<Result> answer(DeliveryId delivery, long entry) {
    return store.answer(delivery, entry);
  }

  @Override
  public Object snapshot() {
    snapshots++;
    Checkpoint checkpoint = store.checkpoint(root.resolve("snapshot-" + snapshots));
    checkpoint.seal();
    return checkpoint.directory();
  }

  @Override
  public void install(Object snapshot, KnownLevels known) {
    store.replaceWith((Path) snapshot, known);
  }

  @Override
  public void close() {
    store.close();
  }

  private Path directory() {
    return root.resolve("life-" + lives);
  }

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** There may be nothing yet: a copy can fail before its first file. */
  static void delete(Path root) {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
