package io.tenure.gateway.admin;

import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * How a node sees its cluster.
 *
 * @param node the id of the node that answers
 * @param version of the software of that node
 * @param leader the leader's id; null if none is known
 * @param clusterTimeMicros the cluster time that the node has applied
 * @param level of the state that the node has applied: the formats and rules that the cluster uses
 */
public record ClusterStatus(
    String cluster,
    String node,
    String version,
    @Nullable String leader,
    long term,
    long clusterTimeMicros,
    int level,
    List<Member> members) {

  /** What a member does at the moment, as far as the node that answers knows. */
  public enum Role {
    LEADER,
    FOLLOWER,
    CANDIDATE,
    LEARNER,
    UNREACHABLE
  }

  /**
   * One member.
   *
   * @param state what it said of itself; null if it was not reached
   */
  public record Member(
      String id, String raftAddress, String httpUrl, Role role, @Nullable State state) {}

  /**
   * What a member says of itself.
   *
   * @param lag how many entries it is behind the leader
   * @param newestLevel that it knows; the cluster rises to the lowest of these
   * @param stateHash of its state at the applied index, hexadecimal
   * @param hashCheckpoints hashes of its state at earlier indexes, which members have in common
   */
  public record State(
      long term,
      long appliedIndex,
      long committedIndex,
      long lag,
      String version,
      int newestLevel,
      String stateHash,
      SortedMap<Long, String> hashCheckpoints) {}
}
