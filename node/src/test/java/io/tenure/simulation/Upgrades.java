package io.tenure.simulation;

import io.tenure.codec.EntryCodec;
import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.Level;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Request;
import java.util.List;

/**
 * What members know of levels. Most clusters are new; others have older data, and in the middle of
 * the run their members are replaced by newer ones, one after the other.
 */
final class Upgrades {

  private static final int STEPS_NEAR = 12;

  private final Cluster cluster;
  private final Chance chance;
  private final boolean isNew;
  private final int fromStep;

  Upgrades(Cluster cluster) {
    this.cluster = cluster;
    chance = cluster.world.chance;
    isNew = !chance.oneIn(4);
    fromStep = isNew ? 0 : 40 + chance.below(120);
  }

  /** Gives each node what it has when the run begins. */
  void begin() {
    byte[] entry =
        EntryCodec.encode(
            new Moment(ClusterTime.ZERO, 0),
            List.of(RequestCodec.encode(Request.of(new Command.Tick()))));
    for (SimNode node : cluster.nodes) {
      if (isNew) {
        node.knownLevel = Level.NEWEST;
      } else {
        node.inherit(new SimLog.Entry(1, entry, null));
      }
    }
  }

  /** Whether members are replaced about now. */
  boolean isNear(int step) {
    return !isNew && Math.abs(step - fromStep) <= STEPS_NEAR;
  }

  void step(int number) {
    if (number >= fromStep && chance.oneIn(6)) {
      chance.pick(cluster.nodes).knownLevel = Level.NEWEST;
    }
  }

  void finish() {
    cluster.nodes.forEach(node -> node.knownLevel = Level.NEWEST);
  }
}
