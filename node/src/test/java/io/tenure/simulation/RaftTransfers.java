package io.tenure.simulation;

import io.tenure.replication.HandOverReply;
import io.tenure.replication.Transfer;
import java.util.List;

/**
 * How the simulated Raft transfers leadership: the leader takes nothing more into its log, brings
 * the other up to date and lets it stand for election. If it is not elected in time, the leader
 * goes on in its term.
 */
final class RaftTransfers {

  private static final int ALL = Integer.MAX_VALUE / 2;
  private static final long LONGEST_MICROS = 300_000;

  private final Cluster cluster;
  private final World world;

  RaftTransfers(Cluster cluster) {
    this.cluster = cluster;
    world = cluster.world;
  }

  HandOverReply begin(SimNode leader, Transfer transfer) {
    if (!leader.isReadyToTransfer()) {
      return HandOverReply.NOT_NOW;
    }
    List<SimNode> others = cluster.all(each -> each != leader && each.isUp());
    if (world.badLuck(8) || others.isEmpty()) {
      return HandOverReply.REFUSED;
    }
    SimNode next = transfer.target().map(cluster::named).orElseGet(() -> world.chance.pick(others));
    long term = leader.term;
    leader.beginTransfer();
    world.note("node %d transfers leadership to node %d", leader.id, next.id);
    leader.process().later(world.chance.micros(LONGEST_MICROS), () -> end(leader, next, term));
    return HandOverReply.BEGUN;
  }

  private void end(SimNode leader, SimNode next, long term) {
    if (leader.leads() && leader.term == term && !world.badLuck(3)) {
      cluster.consensus.replicate(leader, next, ALL);
      cluster.consensus.elect(next);
    }
    leader.endTransfer(term);
  }
}
