package io.tenure.store;

import io.tenure.codec.AppliedHead;
import io.tenure.codec.HeadCodec;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Event;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.NewerLevelException;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The replicated state on one node's disk. The thread that applies the log writes; any thread may
 * read meanwhile. After {@link #close} everything throws {@link IllegalStateException}.
 *
 * <p>A write is atomic, but only a flush makes it safe from a crash: after one the store is at some
 * earlier {@link #appliedIndex}, as a whole, and the log has to bring the rest again.
 */
public final class LeaseStore implements StateStore, AutoCloseable {

  private final StateDirectory directory;
  private final StoreTuning tuning;
  private final Gate gate;
  private RecordWriter recorder;
  private volatile AppliedHead head;

  /** Set while a write is under way, and for ever if it fails. */
  private boolean unsure;

  private LeaseStore(StateDirectory directory, StoreTuning tuning, Database database) {
    this.directory = directory;
    this.tuning = tuning;
    gate = new Gate(database);
    head = gate.use(LeaseStore::readHead);
    recorder = gate.use(this::recorderAtHead);
  }

  public static LeaseStore open(Path directory) {
    return open(directory, StoreTuning.DEFAULT);
  }

  /** Opens the store of a directory; a directory that is empty or missing gets an empty store. */
  public static LeaseStore open(Path directory, StoreTuning tuning) {
    StateDirectory states = StateDirectory.open(directory);
    Database database = Database.open(states.path(), tuning, states.isEmpty());
    try {
      states.deleteOthers();
      return new LeaseStore(states, tuning, database);
    } catch (StoreException | NewerLevelException e) {
      database.close();
      throw e;
    }
  }

  /** The index of the last log entry whose changes are here; zero if there are none. */
  @Override
  public long appliedIndex() {
    return head.index();
  }

  /** The term of that entry; zero if it is not known. */
  @Override
  public long appliedTerm() {
    return head.term();
  }

  /** How far it has come, and the scalars of the table at that place. */
  public AppliedHead head() {
    return head;
  }

  /** Reads the table that belongs to {@link #appliedIndex}. */
  @Override
  public synchronized LeaseTable load() {
    return gate.use(
        database -> head.index() == 0 ? new LeaseTable() : TableLoader.load(database, head));
  }

  /**
   * Writes the changes of all entries up to {@code index}, since the last write, at once.
   *
   * @param term of the entry at {@code index}
   * @param table the scalars of the table after them
   * @param digest of the table after them
   */
  @Override
  public synchronized void write(
      long index, long term, List<Event> events, LeaseTable.TableHead table, long digest) {
    if (index <= head.index()) {
      throw new IllegalArgumentException("entry " + index + " is applied already");
    }
    if (unsure) {
      throw new StoreException("a write has failed before");
    }
    unsure = true;
    head =
        gate.use(
            database -> {
              AppliedHead next = recorder.record(index, term, events, table, digest);
              database.write(recorder.batch());
              return next;
            });
    unsure = false;
  }

  /** Returns when everything that was written is safe from a crash. */
  public synchronized void flush() {
    gate.use(
        database -> {
          database.flush();
          return database;
        });
  }

  /** Makes a checkpoint in a directory that is not there yet, but whose parent is. */
  public synchronized Checkpoint checkpoint(Path target) {
    return gate.use(
        database -> {
          database.checkpoint(target);
          return new Checkpoint(target, head);
        });
  }

  /**
   * Puts a sealed checkpoint in the place of all that is here. One that is damaged, or of a level
   * that is not known, changes nothing; a crash leaves the old state or the new one. Cursors that
   * are open end.
   */
  public synchronized void replaceWith(Path checkpoint, KnownLevels known) {
    Manifest manifest = Manifest.read(checkpoint);
    manifest.verify(checkpoint);
    Path next = directory.bring(checkpoint, manifest);
    Database database = Database.open(next, tuning, false);
    try {
      requireUsable(database, manifest, known);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
    gate.replace(
        () -> {
          directory.switchTo(next);
          return database;
        });
    head = gate.use(LeaseStore::readHead);
    recorder = gate.use(this::recorderAtHead);
    unsure = false;
    directory.deleteOthers();
  }

  private static void requireUsable(Database database, Manifest manifest, KnownLevels known) {
    AppliedHead found = readHead(database);
    known.require(found.table().level());
    if (found.index() != manifest.appliedIndex() || found.digest() != manifest.digest()) {
      throw new StoreException("corrupt checkpoint: it is not of entry " + manifest.appliedIndex());
    }
  }

  @Override
  public Optional<Claim> ended(ClaimId id) {
    return gate.use(database -> DiskArchive.ended(database, id));
  }

  @Override
  public List<Claim> tenures(ResourceKey resource, int limit) {
    return gate.use(database -> DiskArchive.tenures(database, resource, limit));
  }

  @Override
  public Cursor lastTenures(String prefix) {
    return gate.open(database -> LastTenures.open(database, prefix));
  }

  @Override
  public Optional<Result> answer(RequestKey key) {
    return gate.use(database -> DiskArchive.answer(database, key));
  }

  @Override
  public Optional<Result> answer(DeliveryId delivery, long entry) {
    return gate.use(database -> DiskArchive.answer(database, delivery, entry));
  }

  @Override
  public Cursor scan(ClaimFilter filter, ClaimId after) {
    return gate.open(database -> EndedCursor.open(database, filter, after));
  }

  /** Flushes and closes. Whoever reads is waited for, and open cursors end. */
  @Override
  public synchronized void close() {
    gate.close();
  }

  private static AppliedHead readHead(Database database) {
    return database
        .get(Family.HEAD, RecordKeys.HEAD)
        .map(HeadCodec::decode)
        .orElseGet(() -> new AppliedHead(0, 0, 0, 0, new LeaseTable().head()));
  }

  private RecordWriter recorderAtHead(Database database) {
    return new RecordWriter(database, head.table().ended(), head.answers());
  }
}
