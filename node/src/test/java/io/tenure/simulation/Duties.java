package io.tenure.simulation;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Command;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * What leaders ask for by themselves, as those of the product do. A new cluster comes to the newest
 * level with its first entry; one that has older data in the middle of the run, when all members
 * have been replaced by newer ones and can be asked.
 */
final class Duties {

  private static final int STEPS_NEAR = 12;
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  private final Cluster cluster;
  private final Chance chance;
  private final boolean isNew;
  private final int fromStep;

  Duties(Cluster cluster) {
    this.cluster = cluster;
    chance = cluster.world.chance;
    isNew = !chance.oneIn(4);
    fromStep = isNew ? 0 : 40 + chance.below(120);
  }

  /** Whether the level rises about now. */
  boolean isNear(int step) {
    return !isNew && Math.abs(step - fromStep) <= STEPS_NEAR;
  }

  /** What a leader wants that has just taken over: to begin with the newest level. */
  List<Duty> onTakeOver(SimProcess leader) {
    return isNew && leader.state.applied().index() == 0 ? rise(leader) : List.of();
  }

  /** What a leader does now and then. */
  void look(SimProcess leader, int step) {
    if (leader.state.applied().level() < Level.NEWEST && allAreNew(step)) {
      List<Duty> duties = rise(leader);
      leader.tell((member, nanos) -> member.offer(duties));
    }
  }

  private List<Duty> rise(SimProcess leader) {
    return duties(
        leader, new Command.RaiseLevel(Level.NEWEST), new Command.Configure(someSettings()));
  }

  private boolean allAreNew(int step) {
    return step >= fromStep
        && cluster.nodes.stream().allMatch(SimNode::isReachable)
        && chance.oneIn(5);
  }

  /** An administrator wants something, of a node that may or may not lead. */
  void administrate(SimProcess process) {
    Command command =
        chance.oneIn(4) ? new Command.RaiseEpoch() : new Command.Configure(someSettings());
    int level = process.state.applied().level();
    List<Duty> duties = duties(process, RequestCodec.atLevel(level, Request.of(command)).command());
    process.tell((member, nanos) -> member.offer(duties));
  }

  private static List<Duty> duties(SimProcess process, Command... commands) {
    List<Duty> duties = new ArrayList<>();
    for (Command command : commands) {
      duties.add(new Duty(Request.of(command), process.nanos() + PATIENCE_NANOS, () -> {}));
    }
    return duties;
  }

  private Settings someSettings() {
    return new Settings(
        chance.below(6),
        3 + chance.below(10),
        1 + chance.below(3),
        chance.micros(20_000_000),
        chance.below(30),
        chance.micros(chance.oneIn(2) ? 1_000_000 : 20_000_000),
        chance.oneIn(3) ? 1 + chance.below(6) : 1_000,
        chance.oneIn(4) ? 0 : chance.micros(2_000_000));
  }
}
