package io.tenure.jraft;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.storage.snapshot.Snapshot;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotReader;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotWriter;
import io.tenure.kernel.NewerLevelException;
import io.tenure.replication.LogPosition;
import io.tenure.store.Checkpoint;
import io.tenure.store.Manifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of the whole state, from which a node starts that lacks the log's beginning. A copy is a
 * checkpoint of the store, made of hard links.
 */
final class Snapshots {

  private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);
  static final String STATE = "state";

  private final Replica replica;
  private final Executor executor;

  Snapshots(Replica replica, Executor executor) {
    this.replica = replica;
    this.executor = executor;
  }

  /** Where the state of a snapshot is, in a member's directory. */
  static Path stateOf(Path directory, long index) {
    return RaftTuning.snapshotDirectory(directory)
        .resolve(Snapshot.JRAFT_SNAPSHOT_PREFIX + index)
        .resolve(STATE);
  }

  /** Takes the checkpoint at once, on the thread that applies the log, and the rest on another. */
  void save(SnapshotWriter writer, Closure done) {
    try {
      Checkpoint checkpoint = replica.saveTo(Path.of(writer.getPath(), STATE));
      executor.execute(() -> done.run(seal(writer, checkpoint)));
    } catch (RuntimeException failure) {
      done.run(failed(failure)); // in every case, or JRaft would wait for it for ever
    }
  }

  private static Status seal(SnapshotWriter writer, Checkpoint checkpoint) {
    try {
      checkpoint.seal();
      for (String file : filesIn(checkpoint.directory())) {
        writer.addFile(STATE + "/" + file);
      }
      LOG.info("snapshot taken at entry {}", checkpoint.appliedIndex());
      return Status.OK();
    } catch (RuntimeException failure) {
      return failed(failure);
    }
  }

  /** The log is still whole, so this is no reason to stop; JRaft tries again later. */
  private static Status failed(RuntimeException failure) {
    LOG.warn("no snapshot could be taken", failure);
    return new Status(RaftError.EINTERNAL, "%s", failure);
  }

  /**
   * Takes a snapshot over, unless the store is as new or newer: what is committed never changes.
   * One of another history than the store's is not taken, and stops the node.
   *
   * @throws NewerLevelException if it is of a level that this node does not know
   */
  boolean load(SnapshotReader reader) {
    Path state = Path.of(reader.getPath(), STATE);
    try {
      requireSameHistory(StoredSnapshot.of(reader.load()).last());
      long index = Manifest.read(state).appliedIndex();
      if (index > replica.applied().index()) {
        replica.loadFrom(state);
        LOG.info("state taken over from a snapshot at entry {}", index);
      }
      return true;
    } catch (NewerLevelException refused) {
      throw refused;
    } catch (RuntimeException failure) {
      LOG.error("the snapshot in {} cannot be used", reader.getPath(), failure);
      return false;
    }
  }

  private void requireSameHistory(LogPosition snapshot) {
    LogPosition own = replica.position();
    if (!snapshot.agreesWith(own)) {
      throw new IllegalStateException("it ends with " + snapshot + ", but the state is at " + own);
    }
  }

  private static List<String> filesIn(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
