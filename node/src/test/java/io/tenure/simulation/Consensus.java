package io.tenure.simulation;

import java.util.List;

/**
 * Raft, with calls that are never half done: a leader needs a majority of votes, an entry a
 * majority of logs; a leader of an older term learns of it when it meets somebody who knows better.
 */
final class Consensus {

  private final List<Replica> replicas;
  private final Parts parts;
  private final Trace trace;

  Consensus(List<Replica> replicas, Parts parts, Trace trace) {
    this.replicas = replicas;
    this.parts = parts;
    this.trace = trace;
  }

  /** Lets a replica stand for election, and returns whether it got the votes. */
  boolean elect(Replica candidate) {
    if (!candidate.isReachable()) {
      return false;
    }
    List<Replica> voters =
        replicas.stream()
            .filter(Replica::isReachable)
            .filter(voter -> parts.votesFor(candidate, voter))
            .toList();
    if (2 * voters.size() <= replicas.size()) {
      return false;
    }
    long term = 1 + voters.stream().mapToLong(voter -> voter.term).max().orElseThrow();
    voters.forEach(voter -> voter.follow(term));
    candidate.lead(replicas.size());
    trace.add("replica %d leads term %d", candidate.id, term);
    return true;
  }

  /** Whether a quorum says now that this replica leads it. */
  boolean confirms(Replica leader) {
    if (!leader.isReachable()) {
      return false;
    }
    List<Replica> reached = replicas.stream().filter(Replica::isReachable).toList();
    reached.forEach(each -> leader.follow(each.term));
    if (!leader.leads) {
      return false;
    }
    reached.forEach(each -> each.follow(leader.term));
    return 2 * reached.size() > replicas.size();
  }

  /** Brings a follower's log nearer to the leader's, by at most so many entries. */
  void replicate(Replica leader, Replica follower, int most) {
    if (leader == follower || !leader.isReachable() || !follower.isReachable()) {
      return;
    }
    leader.follow(follower.term);
    if (!leader.leads) {
      return;
    }
    follower.follow(leader.term);
    long common = lastCommon(leader.log, follower.log);
    if (common < leader.log.first() - 1) {
      follower.install(leader);
      trace.add("replica %d installs a snapshot of entry %d", follower.id, follower.applied());
      common = follower.applied();
    }
    long last = Math.min(leader.log.last(), common + most);
    copy(leader.log, follower, common, last);
    leader.match[follower.id] = last;
    advance(leader);
    follower.commit = Math.max(follower.commit, Math.min(leader.commit, last));
  }

  private static void copy(SimLog from, Replica follower, long common, long last) {
    if (common < last && common < follower.log.last()) {
      if (common < follower.commit) {
        throw new AssertionError("a committed entry is overwritten on replica " + follower.id);
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
  private void advance(Replica leader) {
    leader.match[leader.id] = leader.log.last();
    long agreed = parts.agreed(leader.match);
    if (agreed > leader.commit && leader.log.termAt(agreed) == leader.term) {
      leader.commit = agreed;
    }
  }
}
