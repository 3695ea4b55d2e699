package io.tenure.jraft;

import com.alipay.sofa.jraft.core.DefaultJRaftServiceFactory;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import com.alipay.sofa.jraft.option.RaftMetaStorageOptions;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.LogStorage;
import com.alipay.sofa.jraft.storage.RaftMetaStorage;
import com.alipay.sofa.jraft.storage.impl.LocalRaftMetaStorage;
import io.tenure.jraft.log.SegmentLogStorage;
import io.tenure.replication.LogPosition;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Makes JRaft look at what is on its disk before it takes part: a log of other members, or of
 * another history than the state, is not opened, nor a log beside votes that are gone. JRaft itself
 * would take the members from the log, skip what the state seems to hold already, and vote anew.
 */
final class CheckedLog extends DefaultJRaftServiceFactory {

  private final RaftSettings settings;
  private final LogPosition state;
  private volatile StoredHistory history =
      new StoredHistory(Set.of(), List.of(), 1, Optional.empty());
  private volatile Optional<String> objection = Optional.empty();
  private volatile long term;
  private volatile LongConsumer appends = nanos -> {};

  CheckedLog(RaftSettings settings, LogPosition state) {
    this.settings = settings;
    this.state = state;
  }

  /** Why the log was not opened, if that was why. */
  Optional<String> objection() {
    return objection;
  }

  /** Whom to tell how many nanoseconds each batch of entries took to be written and synced. */
  void onAppend(LongConsumer told) {
    appends = told;
  }

  /** The term that was stored last. */
  long term() {
    return term;
  }

  @Override
  public LogStorage createLogStorage(String uri, RaftOptions options) {
    return new Log(uri);
  }

  /** JRaft opens it after the log. */
  @Override
  public RaftMetaStorage createRaftMetaStorage(String uri, RaftOptions options) {
    return new Votes(uri, options);
  }

  private final class Log extends SegmentLogStorage {

    Log(String path) {
      super(Path.of(path));
    }

    @Override
    public boolean init(LogStorageOptions options) {
      if (!super.init(options)) {
        objection = refusal();
        return false;
      }
      history =
          StoredHistory.of(
              this,
              options.getConfigurationManager(),
              StoredSnapshot.newest(RaftTuning.snapshotDirectory(settings.directory())),
              state);
      objection = history.objection(settings, state);
      if (objection.isPresent()) {
        shutdown();
      }
      return objection.isEmpty();
    }

    @Override
    public int appendEntries(List<LogEntry> entries) {
      long started = System.nanoTime();
      int written = super.appendEntries(entries);
      appends.accept(System.nanoTime() - started);
      return written;
    }
  }

  private final class Votes extends LocalRaftMetaStorage {

    Votes(String path, RaftOptions options) {
      super(path, options);
    }

    @Override
    public boolean init(RaftMetaStorageOptions options) {
      if (!super.init(options)) {
        return false;
      }
      term = getTerm();
      objection = history.objectionToVotes(settings, state, term);
      return objection.isEmpty();
    }

    /** JRaft stores a term in no other way. */
    @Override
    public boolean setTermAndVotedFor(long next, PeerId votedFor) {
      term = Math.max(term, next);
      return super.setTermAndVotedFor(next, votedFor);
    }
  }
}
