package io.tenure.simulation;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** All nodes, and what connects them. */
final class Cluster {

  /** How rarely a node that knows no leader stands for election when it could. */
  private static final int PATIENCE_TURNS = 8;

  private static final long WELL_TURN_MICROS = 10_000;
  private static final long USUAL_TURN_MICROS = 60_000;
  private static final long LONG_TURN_MICROS = 600_000;

  final World world;
  final Network network;
  final PeerCalls calls;
  final RaftTransfers transfers;
  final List<SimNode> nodes;
  final Consensus consensus;
  final Administrator administrator;
  final Upgrades upgrades;

  /** How many requests a node takes in at the same time. */
  final int requestLimit;

  /** How often somebody stood for election because its leader's process had ended. */
  long earlyElections;

  Cluster(World world) {
    this.world = world;
    requestLimit = world.chance.oneIn(6) ? 5 : 1_000;
    administrator = new Administrator(world.chance);
    network = new Network(this);
    calls = new PeerCalls(network, world);
    transfers = new RaftTransfers(this);
    upgrades = new Upgrades(this);
    int members = world.chance.oneIn(4) ? 5 : 3;
    nodes = IntStream.range(0, members).mapToObj(id -> new SimNode(id, members, this)).toList();
    consensus = new Consensus(nodes, world);
    upgrades.begin();
    nodes.forEach(node -> world.agenda.in(0, () -> turn(node)));
  }

  List<SimNode> all(Predicate<SimNode> condition) {
    return nodes.stream().filter(condition).toList();
  }

  SimNode named(String name) {
    return nodes.get(Integer.parseInt(name));
  }

  /** Lets Raft do its work on one node, a little of it, and again after a while. */
  private void turn(SimNode node) {
    if (node.runs()) {
      if (node.leads()) {
        lead(node);
      } else {
        stand(node);
      }
      node.apply(world.allIsWell ? Integer.MAX_VALUE / 2 : world.chance.below(7));
    }
    long most = world.badLuck(40) ? LONG_TURN_MICROS : USUAL_TURN_MICROS;
    long pause = world.allIsWell ? WELL_TURN_MICROS : 1_000 + world.chance.micros(most);
    world.agenda.in(pause, () -> turn(node));
  }

  private void lead(SimNode leader) {
    for (SimNode follower : nodes) {
      if (!world.badLuck(3)) {
        consensus.replicate(leader, follower, 1 + world.chance.below(8));
      }
    }
    if (!consensus.reachesQuorum(leader) && world.chance.oneIn(40)) {
      leader.resign();
    }
  }

  private void stand(SimNode node) {
    node.missLeader();
    if (node.knowsLeader() && world.badLuck(300)) {
      node.process().connectionClosed(node.leader().name());
    }
    boolean isTime = !world.allIsWell || !node.hasJustVoted();
    if (!node.knowsLeader() && isTime && world.chance.oneIn(PATIENCE_TURNS)) {
      consensus.elect(node);
    }
  }

  /** The process of a node has ended: its machine closes all connections. */
  void ended(SimNode node) {
    for (SimNode other : nodes) {
      if (other != node && other.isUp() && Network.canTalk(node, other)) {
        SimProcess process = other.process();
        process.later(Network.latency(world), () -> process.connectionClosed(node.name()));
      }
    }
  }

  /** A leader may be deposed and not know it; there may be one that does, too. */
  List<SimNode> leaders() {
    return all(node -> node.runs() && node.process().isLeading());
  }
}
