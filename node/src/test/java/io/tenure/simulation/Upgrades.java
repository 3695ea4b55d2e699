package io.tenure.simulation;

import io.tenure.codec.EntryCodec;
import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Level;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Request;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which version of the product each machine has. Most clusters have the newest one throughout; of
 * these some are new, and others have data of the newest level. The rest has data of an older
 * version: from some step on their nodes get the newer version one by one, and now and then the
 * older one again. One that cannot go back, because the level has been raised meanwhile, gets the
 * newer version at its next start.
 */
final class Upgrades {

  private static final int STEPS_OF_CHANGE = 60;

  private final Cluster cluster;
  private final Chance chance;
  private final boolean isOlder;

  /** What the version before knows. */
  private final KnownLevels older;

  private final boolean isNew;
  private final int fromStep;

  /** Nodes that have run a newer version at some time. */
  private final Set<Integer> knewMore = new HashSet<>();

  private long upgrades;
  private long downgrades;
  private long refusals;

  Upgrades(Cluster cluster) {
    this.cluster = cluster;
    chance = cluster.world.chance;
    isOlder = chance.oneIn(4);
    older = new KnownLevels(chance.oneIn(2) ? Level.FIRST : Level.SECOND);
    isNew = !isOlder && chance.oneIn(3);
    fromStep = 20 + chance.below(120);
  }

  /** What a node knows at its first start. */
  KnownLevels first() {
    return isOlder ? older : KnownLevels.ALL;
  }

  /** Gives each node what it has when the run begins. */
  void begin() {
    if (!isNew) {
      Command first = new Command.RaiseLevel(first().newest());
      if (first().newest() == Level.FIRST) {
        first = new Command.Tick();
      }
      byte[] entry =
          EntryCodec.encode(
              new Moment(ClusterTime.ZERO, 0), List.of(RequestCodec.encode(Request.of(first))));
      cluster.nodes.forEach(node -> node.inherit(new SimLog.Entry(1, entry, null)));
    }
  }

  /** Whether versions change about now, and the level with them. */
  boolean isNear(int step) {
    return isOlder && step >= fromStep && step < fromStep + STEPS_OF_CHANGE;
  }

  /** Starts a node with another version, now and then. */
  void step(int number) {
    if (isNear(number) && chance.oneIn(4)) {
      SimNode node = chance.pick(cluster.nodes);
      boolean back = node.levels.equals(KnownLevels.ALL);
      if (!back || chance.oneIn(6)) {
        start(node, back ? older : KnownLevels.ALL);
      }
    }
  }

  /** Gives all nodes the newer version. */
  void finish() {
    cluster
        .all(node -> !node.levels.equals(KnownLevels.ALL))
        .forEach(node -> start(node, KnownLevels.ALL));
  }

  private void start(SimNode node, KnownLevels levels) {
    cluster.world.note("node %d is started again, and knows %s", node.id, levels);
    upgrades += levels.equals(KnownLevels.ALL) ? 1 : 0;
    downgrades += levels.equals(older) ? 1 : 0;
    if (node.isUp()) {
      node.crash();
    }
    node.levels = levels;
    if (levels.equals(KnownLevels.ALL)) {
      knewMore.add(node.id);
    }
    node.restart();
  }

  /** A node cannot use what it has: only if it went back after it had said that it could. */
  void refused(SimNode node) {
    if (node.levels.equals(KnownLevels.ALL)) {
      throw new AssertionError("node %d refuses what it knows".formatted(node.id));
    }
    if (!knewMore.contains(node.id)) {
      throw new AssertionError(
          "the level was raised above what node %d ever knew".formatted(node.id));
    }
    refusals++;
    node.levels = KnownLevels.ALL;
  }

  long upgrades() {
    return upgrades;
  }

  long downgrades() {
    return downgrades;
  }

  long refusals() {
    return refusals;
  }
}
