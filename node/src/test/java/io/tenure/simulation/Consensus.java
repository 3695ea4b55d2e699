package io.tenure.simulation;

import java.util.List;
import java.util.OptionalLong;

/**
 * Raft, with calls that are never half done: a leader needs a majority of votes, an entry a
 * majority of logs; a leader of an older term learns of it when it meets somebody who knows better.
 */
final class Consensus {

  private final List<SimNode> nodes;
  private final World world;

  Consensus(List<SimNode> nodes, World world) {
    this.nodes = nodes;
    this.world = world;
  }

  /** Lets a node stand for election, and returns whether it got the votes. */
  boolean elect(SimNode candidate) {
    if (!candidate.isReachable()) {
      return false;
    }
    List<SimNode> voters =
        nodes.stream()
            .filter(SimNode::isReachable)
            .filter(voter -> world.parts.votesFor(candidate, voter))
            .toList();
    if (2 * voters.size() <= nodes.size()) {
      return false;
    }
    long term = 1 + voters.stream().mapToLong(voter -> voter.term).max().orElseThrow();
    voters.forEach(voter -> voter.follow(term));
    candidate.lead();
    world.note("node %d leads term %d", candidate.id, term);
    return true;
  }

  boolean reachesQuorum(SimNode node) {
    long reached = nodes.stream().filter(SimNode::isReachable).count();
    return node.isReachable() && 2 * reached > nodes.size();
  }

  /**
   * How far the log is committed, as the leader that a node knows says when a quorum has confirmed
   * that it leads; nothing if it cannot say.
   */
  OptionalLong readIndex(SimNode node) {
    if (!node.knowsLeader()) {
      return OptionalLong.empty();
    }
    SimNode leader = node.leader();
    boolean canAsk = node == leader || (node.isReachable() && leader.isReachable());
    if (!canAsk || !confirms(leader) || leader.log.termAt(leader.commit) != leader.term) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(leader.commit);
  }

  /** Whether a quorum says now that this node leads it. */
  private boolean confirms(SimNode leader) {
    if (!leader.isReachable() || !leader.leads()) {
      return false;
    }
    List<SimNode> reached = nodes.stream().filter(SimNode::isReachable).toList();
    reached.forEach(each -> leader.follow(each.term));
    if (!leader.leads()) {
      return false;
    }
    reached.forEach(each -> hearLeader(each, leader));
    return 2 * reached.size() > nodes.size();
  }

  /** Brings a follower's log nearer to the leader's, by at most so many entries. */
  void replicate(SimNode leader, SimNode follower, int most) {
    if (leader == follower || !leader.isReachable() || !follower.isReachable()) {
      return;
    }
    leader.follow(follower.term);
    if (!leader.leads()) {
      return;
    }
    hearLeader(follower, leader);
    long common = lastCommon(leader.log, follower.log);
    if (common < leader.log.first() - 1) {
      if (!follower.install(leader)) {
        return;
      }
      world.note("node %d installs a snapshot of entry %d", follower.id, follower.applied());
      common = follower.applied();
    }
    long last = Math.min(leader.log.last(), common + most);
    copy(leader.log, follower, common, last);
    leader.match[follower.id] = last;
    advance(leader);
    follower.commit = Math.max(follower.commit, Math.min(leader.commit, last));
  }

  private static void hearLeader(SimNode node, SimNode leader) {
    if (node != leader) {
      node.follow(leader.term);
      node.hear(leader);
    }
  }

  private static void copy(SimLog from, SimNode follower, long common, long last) {
    if (common < last && common < follower.log.last()) {
      if (common < follower.commit) {
        throw new AssertionError("a committed entry is overwritten on node " + follower.id);
      }
      follower.log.truncateFrom(common + 1);
    }
    for (long index = common + 1; index <= last; index++) {
      follower.log.append(from.at(index));
    }
  }

  /** The last index at which both have the same entry; too small if that is compacted away. */
  private static long lastCommon(SimLog one, SimLog other) {
    long index = Math.min(one.last(), other.last());
    long least = Math.max(one.first(), other.first()) - 1;
    while (index > least && one.termAt(index) != other.termAt(index)) {
      index--;
    }
    return index >= least && one.termAt(index) == other.termAt(index) ? index : -1;
  }

  /** Commits what a majority has, if it is of the leader's own term. */
  private void advance(SimNode leader) {
    leader.match[leader.id] = leader.log.last();
    long agreed = world.parts.agreed(leader.match);
    if (agreed > leader.commit && leader.log.termAt(agreed) == leader.term) {
      leader.commit = agreed;
      world.checker.reads.committed(agreed, world.agenda.nowMicros());
    }
  }
}
