package io.tenure.jraft;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.core.StateMachineAdapter;
import com.alipay.sofa.jraft.entity.LeaderChangeContext;
import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.error.RaftException;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotReader;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotWriter;
import io.tenure.codec.EntryCodec;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.NewerLevelException;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.Result;
import io.tenure.replication.Batch;
import io.tenure.replication.LogPosition;
import io.tenure.replication.ReplicatedState;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds committed entries to the replica. JRaft calls it from one thread.
 *
 * <p>Every node, the leader too, applies what it decodes from the log, never the object it
 * proposed: a fault in the codec then shows on all replicas alike instead of setting them apart. An
 * entry that cannot be applied stops the node: to skip it would be to disagree.
 */
final class LeaseStateMachine extends StateMachineAdapter {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseStateMachine.class);

  private static final int ENTRIES_PER_BATCH = 256;

  private final Replica replica;
  private final Snapshots snapshots;
  private final Listener listener;
  private final FailStop failStop;

  /** What the rest of the node does about a change of leader, and about what was applied. */
  interface Listener {

    void leads(long term);

    void leadsNoMore();

    void follows(LeaderChangeContext leader);

    /** An entry that this node proposed was applied. */
    void results(Batch batch, List<Result> results);

    /** Told after each batch of entries, and after the results of them, with their size. */
    void hasApplied(long bytes);
  }

  LeaseStateMachine(Replica replica, Snapshots snapshots, Listener listener, FailStop failStop) {
    this.replica = replica;
    this.snapshots = snapshots;
    this.listener = listener;
    this.failStop = failStop;
  }

  private record Answered(Batch batch, Outcome outcome) {}

  @Override
  public void onApply(Iterator entries) {
    while (entries.hasNext()) {
      List<Answered> answered = new ArrayList<>();
      long bytes;
      try {
        bytes = applySome(entries, answered);
      } catch (RuntimeException fault) {
        LOG.error("log entry {} cannot be applied", entries.getIndex(), fault);
        entries.setErrorAndRollback(1, new Status(RaftError.ESTATEMACHINE, "%s", fault));
        failStop.halt("a log entry could not be applied: " + fault);
        return;
      }
      tell(answered, bytes);
    }
  }

  /** Bounded, so that a node that catches up does not keep readers out for long. */
  private long applySome(Iterator entries, List<Answered> answered) {
    long[] bytes = {0};
    replica.apply(
        state -> {
          for (int i = 0; i < ENTRIES_PER_BATCH && entries.hasNext(); i++) {
            bytes[0] += entries.getData().remaining();
            apply(state, entries, answered);
            entries.next();
          }
        });
    return bytes[0];
  }

  /** The state is safe by now: whatever fails here is no reason to doubt it. */
  private void tell(List<Answered> answered, long bytes) {
    for (Answered each : answered) {
      attempt(() -> listener.results(each.batch(), each.outcome().results()));
    }
    attempt(() -> listener.hasApplied(bytes));
  }

  /** One that fails must not take the others with it: they wait for answers, and hold slots. */
  private static void attempt(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException fault) {
      LOG.error("results could not be handed out", fault);
    }
  }

  private static void apply(ReplicatedState state, Iterator entries, List<Answered> answered) {
    if (state.isApplied(new LogPosition(entries.getIndex(), entries.getTerm()))) {
      return; // read back from the store after a restart
    }
    // JRaft's own buffer: a relative read would cut off what it writes to its log.
    LogEntry entry = EntryCodec.decode(entries.getIndex(), entries.getData().duplicate());
    Outcome outcome = state.apply(entry, entries.getTerm());
    if (entries.done() instanceof RaftEffects.Entry proposed) {
      answered.add(new Answered(proposed.batch(), outcome));
    }
  }

  @Override
  public void onSnapshotSave(SnapshotWriter writer, Closure done) {
    snapshots.save(writer, done);
  }

  @Override
  public boolean onSnapshotLoad(SnapshotReader reader) {
    try {
      return snapshots.load(reader);
    } catch (NewerLevelException refused) {
      failStop.halt("a snapshot cannot be used: " + refused.getMessage());
      return false;
    }
  }

  @Override
  public void onLeaderStart(long term) {
    listener.leads(term);
  }

  @Override
  public void onLeaderStop(Status status) {
    LOG.info("stepped down: {}", status.getErrorMsg());
    listener.leadsNoMore();
  }

  @Override
  public void onStartFollowing(LeaderChangeContext leader) {
    listener.follows(leader);
  }

  @Override
  public void onStopFollowing(LeaderChangeContext leader) {
    listener.leadsNoMore();
  }

  @Override
  public void onConfigurationCommitted(Configuration members) {
    LOG.info("members are {}", members);
  }

  @Override
  public void onError(RaftException error) {
    failStop.halt("the Raft log failed: " + error.getStatus().getErrorMsg());
  }
}
