package io.tenure.simulation;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What goes wrong with nodes, and how they recover. */
final class NodeFaults {

  private static final long SOON_MICROS = 1_000_000;

  private final Cluster cluster;
  private final World world;
  private final Chance chance;

  /** Who led until a moment ago, and is about to lead again. */
  private @Nullable SimNode returning;

  private long replacedAtMicros;
  private long returns;

  NodeFaults(Cluster cluster) {
    this.cluster = cluster;
    world = cluster.world;
    chance = world.chance;
  }

  /** How often a leader was replaced and led again within a second. */
  long returns() {
    return returns;
  }

  /** Leadership goes to another node, and soon after back to who had it. */
  void swing() {
    SimNode former = returning;
    if (former == null) {
      replaceLeader();
    } else if (chance.oneIn(5) && cluster.consensus.elect(former)) {
      returns += world.agenda.nowMicros() - replacedAtMicros < SOON_MICROS ? 1 : 0;
      returning = null;
    } else if (chance.oneIn(30)) {
      returning = null;
    }
  }

  private void replaceLeader() {
    SimNode next = chance.pick(cluster.nodes);
    Optional<SimNode> leader = cluster.leaders().stream().filter(each -> each != next).findFirst();
    if (leader.isPresent() && chance.oneIn(25) && cluster.consensus.elect(next)) {
      returning = leader.get();
      replacedAtMicros = world.agenda.nowMicros();
    }
  }

  /** Somebody wants a node to lead, and maybe somebody else another one. */
  void handOver() {
    for (int i = chance.oneIn(3) ? 3 : 1; i > 0; i--) {
      List<SimNode> running = cluster.all(SimNode::serves);
      if (!running.isEmpty()) {
        SimProcess process = chance.pick(running).process();
        SimNode target = chance.pick(cluster.nodes);
        world.note("node %d is asked to let node %d lead", process.node.id, target.id);
        world.checker.handOvers.ask(process, Optional.of(target), world.checker);
      }
    }
  }

  void stop(SimNode node) {
    if (node.runs() && !node.process().isStopping()) {
      Stopping.begin(node, world);
    }
  }

  void crashOrRestart(SimNode node) {
    if (node.isUp()) {
      node.crash();
    } else {
      node.restart();
    }
  }

  void pauseOrResume(SimNode node) {
    if (node.isPaused()) {
      node.resume(chance.micros(50_000));
    } else if (node.isUp()) {
      node.pause(chance.oneIn(2) ? SimNode.Pause.STOPPED : SimNode.Pause.SUSPENDED);
    }
  }

  void heal(SimNode node) {
    node.isolated = false;
    if (node.isPaused()) {
      node.resume(0);
    }
    if (!node.isUp()) {
      node.restart();
    }
  }

  void flush(SimNode node) {
    if (node.runs()) {
      node.store.flush();
    }
  }

  void compact(SimNode node) {
    if (node.runs()) {
      world.parts.compact(node, Math.max(0, node.applied() - chance.below(4)));
    }
  }

  /** Lets everything work again; whoever leads may go on. */
  void healAll() {
    cluster.nodes.forEach(this::heal);
    boolean somebodyStops = cluster.nodes.stream().anyMatch(node -> node.process().isStopping());
    boolean elects = chance.oneIn(2) && !somebodyStops;
    if (elects && cluster.nodes.stream().noneMatch(cluster.consensus::elect)) {
      throw new AssertionError("nobody can lead");
    }
  }
}
