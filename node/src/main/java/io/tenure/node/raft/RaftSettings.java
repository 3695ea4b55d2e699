package io.tenure.node.raft;

import io.tenure.kernel.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a member needs to know to take part.
 *
 * @param group names the cluster; members of different groups do not talk to each other
 * @param members all members at the first start, this one among them
 * @param bind the address on which to listen for the others
 * @param directory where this member keeps everything
 * @param kernel the limits that it will propose when it leads
 */
public record RaftSettings(
    String group,
    Member self,
    List<Member> members,
    String bind,
    Path directory,
    Times times,
    int inFlightLimit,
    Settings kernel) {

  /**
   * One node of the cluster.
   *
   * @param raftAddress host and port at which the others reach it
   * @param httpUrl where clients reach it
   */
  public record Member(String id, String raftAddress, String httpUrl) {}

  /**
   * How long things may take.
   *
   * @param electionTimeout silence of the leader after which the others elect a new one
   * @param electionJitter random time on top of it
   * @param leaderWait how long a request waits for a leader
   * @param requestTimeout how long a request may be under way
   * @param snapshotInterval how often the state is saved, if it has changed
   * @param snapshotEntries after how many entries it is saved earlier than that
   */
  public record Times(
      Duration electionTimeout,
      Duration electionJitter,
      Duration leaderWait,
      Duration requestTimeout,
      Duration snapshotInterval,
      int snapshotEntries) {}
}
