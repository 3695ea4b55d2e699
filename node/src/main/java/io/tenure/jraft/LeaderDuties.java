package io.tenure.jraft;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Command;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.kernel.Settings;
import io.tenure.replication.Applied;
import io.tenure.replication.Submission;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a leader proposes of its own accord: its settings, if the cluster has others, and the newest
 * level that all members know. It looks when it takes over and every second after that, because a
 * proposal may fail. None of it is ever sent to another leader: that one has settings of its own.
 */
final class LeaderDuties {

  private static final Logger LOG = LoggerFactory.getLogger(LeaderDuties.class);
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Leadership leadership;
  private final Replica replica;
  private final Turns turns;
  private final Settings wanted;
  private final Supplier<CompletableFuture<Integer>> levelOfAll;
  private final Executor workers;
  private final AtomicBoolean busy = new AtomicBoolean();

  /**
   * Makes the duties of a member, for when it leads.
   *
   * @param levelOfAll asks all members for the newest level that each knows; the lowest counts
   */
  LeaderDuties(
      Leadership leadership,
      Replica replica,
      Turns turns,
      Settings wanted,
      Supplier<CompletableFuture<Integer>> levelOfAll,
      Executor workers) {
    this.leadership = leadership;
    this.replica = replica;
    this.turns = turns;
    this.wanted = wanted;
    this.levelOfAll = levelOfAll;
    this.workers = workers;
  }

  /** On taking over: a cluster that has never applied anything starts with the newest level. */
  void takeOver() {
    Applied applied = replica.applied();
    if (applied.index() == 0) {
      propose(Level.NEWEST);
    } else {
      look();
    }
  }

  /** To be called now and then. */
  void look() {
    if (!leadership.standing().mine() || busy.get()) {
      return;
    }
    int level = replica.level();
    if (level == Level.NEWEST) {
      propose(level);
    } else {
      levelOfAll
          .get()
          .exceptionally(unreachable -> level)
          .thenAcceptAsync(common -> propose(Math.max(level, common)), workers);
    }
  }

  private void propose(int level) {
    List<Command> due = new ArrayList<>();
    if (level > replica.level()) {
      due.add(new Command.RaiseLevel(level));
    }
    Settings settings = wanted.atLevel(level);
    if (!settings.equals(replica.settings())) {
      due.add(new Command.Configure(settings));
    }
    if (!due.isEmpty() && busy.compareAndSet(false, true)) {
      List<Duty> duties = due.stream().map(Duty::new).toList();
      turns.tell((member, nanos) -> member.offer(duties));
    }
  }

  /** Nobody waits for it; only the next look may follow when it is over. */
  private final class Duty extends Submission {

    private final Command command;

    Duty(Command command) {
      super(RequestCodec.encode(Request.of(command)), true, turns.nanos() + PATIENCE_NANOS);
      this.command = command;
    }

    @Override
    protected boolean isForAnyLeader() {
      return false;
    }

    @Override
    protected boolean isRepeatable() {
      return false;
    }

    @Override
    protected void onApplied(Result result) {
      if (command instanceof Command.RaiseLevel raised) {
        LOG.info("the cluster is at level {}", raised.level());
      }
      busy.set(false);
    }

    @Override
    protected void onRefused(String reason) {
      LOG.warn("settings or level could not be proposed: {}", reason);
      busy.set(false);
    }

    @Override
    protected void onNotLeader() {
      busy.set(false);
    }

    @Override
    protected void onUnknown(String reason) {
      busy.set(false);
    }
  }
}
