package io.tenure.jraft;

import io.tenure.kernel.Archive;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Completion;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.NewerLevelException;
import io.tenure.kernel.StateView;
import io.tenure.replication.Applied;
import io.tenure.replication.ArchiveNeededException;
import io.tenure.replication.InMemory;
import io.tenure.replication.LogPosition;
import io.tenure.replication.ReplicatedState;
import io.tenure.replication.StateAge;
import io.tenure.replication.StateListener;
import io.tenure.store.Checkpoint;
import io.tenure.store.LeaseStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * This node's {@link ReplicatedState} over its store on disk. One lock guards it. It is taken once
 * per batch of log entries and once per batch of reads, so that no request pays for it alone.
 */
final class Replica implements AutoCloseable {

  private static final Archive IN_MEMORY = new InMemory();

  private final ReentrantLock lock = new ReentrantLock();
  private final LeaseStore store;
  private final Archive archive;
  private final LongSupplier nanoTime;
  private final ReplicatedState state;
  private final StateAge age;
  private final Completion completion;

  Replica(
      LeaseStore store,
      KnownLevels known,
      StateAge age,
      List<StateListener> listeners,
      LongSupplier nanoTime,
      FailStop failStop) {
    this.store = store;
    this.age = age;
    this.nanoTime = nanoTime;
    this.archive = new FailStopArchive(store, failStop);
    try {
      this.state = new ReplicatedState(store, known, listeners, nanoTime.getAsLong());
    } catch (NewerLevelException refused) {
      store.close();
      throw refused;
    }
    this.completion = new Completion(archive, this::claim);
  }

  /** A claim as it is now; one that has ended does not change any more, and needs no lock. */
  private Optional<ClaimView> claim(ClaimId id) {
    try {
      return askMemory(view -> view.claim(id));
    } catch (ArchiveNeededException notLive) {
      return archive.ended(id).map(ended -> new ClaimView(ended, 0, applied().now()));
    }
  }

  Applied applied() {
    return state.applied();
  }

  /** The last log entry whose changes are here. Only for the thread that applies the log. */
  LogPosition position() {
    return state.position();
  }

  /** Completes results by what is applied now; safe to use from any thread, and reads the disk. */
  Completion completion() {
    return completion;
  }

  int level() {
    return state.applied().level();
  }

  StateAge age() {
    return age;
  }

  /** Applies some entries. Nothing else sees the state until they are committed. */
  void apply(Consumer<ReplicatedState> entries) {
    locked(
        () -> {
          entries.accept(state);
          state.commit(nanoTime.getAsLong());
          return true;
        });
  }

  /** Asks questions of one state, but none that only the archive can answer. */
  void readMemory(Consumer<StateView> questions) {
    read(questions, IN_MEMORY);
  }

  /** Asks all questions of one state. May read the disk. */
  void read(Consumer<StateView> questions) {
    read(questions, archive);
  }

  private void read(Consumer<StateView> questions, Archive from) {
    locked(
        () -> {
          questions.accept(state.view(from, 0, nanoTime.getAsLong()));
          return true;
        });
  }

  /** Asks the state as it is, however old, but nothing that only the archive can answer. */
  <T> T askMemory(Function<StateView, T> question) {
    return ask(question, IN_MEMORY);
  }

  /** Asks the state as it is, however old. May read the disk. */
  <T> T ask(Function<StateView, T> question) {
    return ask(question, archive);
  }

  private <T> T ask(Function<StateView, T> question, Archive from) {
    return locked(
        () -> {
          long nanos = nanoTime.getAsLong();
          return question.apply(state.view(from, age.staleMicros(nanos), nanos));
        });
  }

  /** Writes a copy of the state as of now into an empty place. */
  Checkpoint saveTo(Path directory) {
    return locked(() -> store.checkpoint(directory));
  }

  /** Takes over the state that another node saved, which is newer than this one's. */
  void loadFrom(Path directory) {
    locked(
        () -> {
          store.replaceWith(directory, state.known());
          state.reload(nanoTime.getAsLong());
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

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }
}
