package io.tenure.replication;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Command;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.kernel.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What a leader proposes of its own accord: its settings, if the cluster has others, and the newest
 * level that all members know. It looks when it takes over and every second after that, because a
 * proposal may fail, and proposes once at a time. None of it is ever sent to another leader: that
 * one has settings of its own.
 */
public final class LeaderDuties {

  private static final long PERIOD_NANOS = 1_000_000_000;
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  private final Member.Setup setup;
  private final GroupEffects effects;
  private final Supplier<Applied> state;
  private boolean leads;
  private long nextLookNanos;

  /** How many proposals have no ending yet. */
  private int underWay;

  /** The last question for levels, and who has answered it. */
  private long question;

  private final Map<String, Integer> levels = new TreeMap<>();

  LeaderDuties(Member.Setup setup, Member.Ports ports, long nanos) {
    this.setup = setup;
    effects = ports.group();
    state = ports.state();
    nextLookNanos = nanos;
  }

  /** A member says which level is the newest that it knows. */
  public void reported(long answered, String member, int level) {
    boolean counts = answered == question && setup.members().contains(member);
    if (counts && level >= Level.FIRST) {
      levels.put(member, level);
    }
  }

  void leaderChanged(Standing next, long nanos) {
    leads = next.mine();
    nextLookNanos = nanos;
    forgetAnswers();
  }

  /** What a leader should propose now. */
  List<Submission> look(long nanos) {
    if (!leads || underWay > 0) {
      return List.of();
    }
    Applied applied = state.get();
    boolean allKnown = levels.size() == setup.members().size();
    boolean isTime = nanos - nextLookNanos >= 0;
    if (!allKnown && !isTime) {
      return List.of();
    }
    int level = Math.max(applied.level(), allKnown ? commonLevel() : Level.FIRST);
    forgetAnswers();
    if (isTime) {
      nextLookNanos = nanos + PERIOD_NANOS;
      askIfOlder(level);
    }
    return propose(due(applied, level), nanos);
  }

  /** The newest level that all members know, of which some may be older even in a new cluster. */
  private int commonLevel() {
    KnownLevels common = setup.levels();
    for (int newest : levels.values()) {
      common = common.commonWith(newest);
    }
    return common.newest();
  }

  private void askIfOlder(int level) {
    if (level < setup.levels().newest()) {
      effects.askLevels(question);
    }
  }

  /** What comes from here on answers the next question. */
  private void forgetAnswers() {
    question++;
    levels.clear();
  }

  private List<Command> due(Applied applied, int level) {
    List<Command> due = new ArrayList<>();
    if (level > applied.level()) {
      due.add(new Command.RaiseLevel(level));
    }
    Settings wanted = setup.settings().atLevel(level);
    if (!wanted.equals(applied.settings())) {
      due.add(new Command.Configure(wanted));
    }
    return due;
  }

  private List<Submission> propose(List<Command> due, long nanos) {
    List<Submission> duties = new ArrayList<>();
    for (Command command : due) {
      underWay++;
      duties.add(new Duty(command, nanos + PATIENCE_NANOS));
    }
    return duties;
  }

  /** When {@link #look} should be called again, if nothing else happens. */
  long nextNanos(long nanos) {
    return leads && underWay == 0 ? nextLookNanos : nanos + PERIOD_NANOS;
  }

  /** Nobody waits for it; only the next look may follow when it is over. */
  private final class Duty extends Submission {

    Duty(Command command, long deadlineNanos) {
      super(RequestCodec.encode(Request.of(command)), true, deadlineNanos);
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
      underWay--;
    }

    @Override
    protected void onRefused(String reason) {
      underWay--;
    }

    @Override
    protected void onNotLeader() {
      underWay--;
    }

    @Override
    protected void onUnknown(String reason) {
      underWay--;
    }
  }
}
