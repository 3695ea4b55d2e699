package io.tenure.jraft;

import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.codec.v2.LogEntryV2CodecFactory;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import io.tenure.codec.EntryCodec;
import io.tenure.jraft.log.SegmentLogStorage;
import io.tenure.kernel.KnownLevels;
import io.tenure.replication.LogPosition;
import io.tenure.replication.ReplicatedState;
import io.tenure.store.LeaseStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The data directory of a member that does not run. Its state is completed by everything that is in
 * its log: an entry that it has stored may have been acknowledged, though nobody told it so.
 *
 * @param members the raft addresses of the members, as its log and its snapshot know them
 * @param stored the last entry in the state on its disk
 * @param logged the last entry in its log; as {@code stored} if the log has none
 * @param state with all entries of the log
 */
public record StoppedMember(
    Set<String> members, LogPosition stored, LogPosition logged, RecoveredState state)
    implements AutoCloseable {

  private static final int ENTRIES_PER_BATCH = 256;

  /**
   * Reads a data directory, which nothing else uses now. Does no more to it than the next start of
   * the node would.
   *
   * @param copy an empty place for a copy of the state, beside it
   * @throws RefusedToStartException if the parts of the directory do not belong together
   */
  public static StoppedMember open(Path directory, Path copy) {
    requirePresentLog(directory);
    RecoveredState state = copyOfState(directory, copy);
    SegmentLogStorage log = new SegmentLogStorage(RaftTuning.logDirectory(directory));
    try {
      return read(directory, state, log);
    } catch (RuntimeException unusable) {
      state.close();
      throw unusable;
    } finally {
      log.shutdown();
    }
  }

  /** To read a log of version 0.1.0 is to take it over, which is for the node itself to do. */
  private static void requirePresentLog(Path directory) {
    Path log = RaftTuning.logDirectory(directory);
    if (!MemberLog.existsIn(directory)) {
      throw new RefusedToStartException("there is no Raft log in " + directory);
    }
    try (Stream<Path> files = Files.list(log)) {
      if (files.noneMatch(file -> file.getFileName().toString().startsWith("segment-"))) {
        throw new RefusedToStartException(
            "the Raft log in " + directory + " is empty, or of version 0.1.0: start the node once");
      }
    } catch (IOException unreadable) {
      throw new RefusedToStartException("cannot read " + log + ": " + unreadable);
    }
  }

  private static RecoveredState copyOfState(Path directory, Path copy) {
    Path checkpoint = copy.resolve("checkpoint");
    try (LeaseStore own = LeaseStore.open(directory.resolve("state"))) {
      Optional<StoredSnapshot> snapshot =
          StoredSnapshot.newest(RaftTuning.snapshotDirectory(directory));
      long index = snapshot.map(found -> found.last().index()).orElse(0L);
      if (index > own.appliedIndex()) {
        own.replaceWith(Snapshots.stateOf(directory, index), KnownLevels.ALL);
      }
      own.checkpoint(checkpoint).seal();
    }
    return RecoveredState.of(checkpoint, copy.resolve("state"));
  }

  private static StoppedMember read(Path directory, RecoveredState state, SegmentLogStorage log) {
    LogPosition stored = state.position();
    ConfigurationManager configurations = new ConfigurationManager();
    LogStorageOptions options = new LogStorageOptions();
    options.setConfigurationManager(configurations);
    options.setLogEntryCodecFactory(LogEntryV2CodecFactory.getInstance());
    if (!log.init(options)) {
      throw new RefusedToStartException(log.refusal().orElse("the Raft log cannot be opened"));
    }
    Optional<StoredSnapshot> snapshot =
        StoredSnapshot.newest(RaftTuning.snapshotDirectory(directory));
    StoredHistory history = StoredHistory.of(log, configurations, snapshot, stored);
    history
        .disagreement(stored)
        .ifPresent(
            why -> {
              throw new RefusedToStartException("the parts of " + directory + " disagree: " + why);
            });
    LogPosition last = stored;
    for (long next = stored.index() + 1; next <= log.getLastLogIndex(); ) {
      last = applySome(state.state(), log, next);
      next = last.index() + 1;
    }
    return new StoppedMember(history.members(), stored, last, state);
  }

  private static LogPosition applySome(ReplicatedState state, SegmentLogStorage log, long first) {
    LogPosition last = new LogPosition(first, 0);
    long end = Math.min(log.getLastLogIndex(), first + ENTRIES_PER_BATCH - 1);
    for (long index = first; index <= end; index++) {
      LogEntry entry = log.getEntry(index);
      if (entry == null || entry.isCorrupted()) {
        throw new RefusedToStartException("entry " + index + " of the Raft log cannot be read");
      }
      long term = entry.getId().getTerm();
      if (entry.getType() == EntryType.ENTRY_TYPE_DATA) {
        state.apply(EntryCodec.decode(index, entry.getData().duplicate()), term);
      }
      last = new LogPosition(index, term);
    }
    state.commit(0);
    return last;
  }

  @Override
  public void close() {
    state.close();
  }
}
