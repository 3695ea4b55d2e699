package io.tenure.simulation;

import io.tenure.kernel.Command;
import io.tenure.kernel.Level;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Settings;
import java.util.List;
import java.util.function.Supplier;

/**
 * How the cluster comes to the newest level, as leaders of the product see to it: a new cluster
 * with its first entry; one that has older data in the middle of the run, when all members have
 * been replaced by newer ones and can be asked.
 */
final class Upgrade {

  private static final int STEPS_NEAR = 12;

  private final List<Replica> replicas;
  private final Chance chance;
  private final boolean isNew;
  private final int fromStep;

  Upgrade(List<Replica> replicas, Chance chance) {
    this.replicas = replicas;
    this.chance = chance;
    isNew = !chance.oneIn(4);
    fromStep = isNew ? 0 : 40 + chance.below(120);
  }

  /** Whether the level rises about now. */
  boolean isNear(int step) {
    return !isNew && Math.abs(step - fromStep) <= STEPS_NEAR;
  }

  /** What a leader does when it has taken over, and now and then. */
  void look(Replica leader, int step, Supplier<Settings> wanted, long trueMicros) {
    boolean isFirst = isNew && leader.table().now().equals(Moment.ZERO);
    if (leader.table().level() < Level.NEWEST && (isFirst || allAreNew(step))) {
      leader.inbox.add(0, Message.own(new Command.RaiseLevel(Level.NEWEST), trueMicros));
      leader.inbox.add(1, Message.own(new Command.Configure(wanted.get()), trueMicros));
    }
  }

  private boolean allAreNew(int step) {
    return step >= fromStep && replicas.stream().allMatch(Replica::isReachable) && chance.oneIn(5);
  }
}
