package io.tenure.jraft;

import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Settings;
import io.tenure.link.Link;
import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Identity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a member needs to know to take part.
 *
 * @param group the cluster's name
 * @param members all members at the first start, this one among them
 * @param link where it listens for the others, and how it proves who it is
 * @param directory where this member keeps everything
 * @param kernel the limits that it will propose when it leads
 * @param identity which cluster it is, and this member in it; members of others are turned away
 * @param levels what this member knows
 */
public record RaftSettings(
    String group,
    Member self,
    List<Member> members,
    Link.Options link,
    Path directory,
    Times times,
    int inFlightLimit,
    Settings kernel,
    Identity identity,
    KnownLevels levels) {

  /** For a cluster whose members alone say which it is. */
  RaftSettings(
      String group,
      Member self,
      List<Member> members,
      String bind,
      Path directory,
      Times times,
      int inFlightLimit,
      Settings kernel) {
    this(
        group,
        self,
        members,
        new Link.Options(bind, RaftTuning.peer(self).getPort(), Optional.empty()),
        directory,
        times,
        inFlightLimit,
        kernel,
        identityOf(group, self, members),
        KnownLevels.ALL);
  }

  private static Identity identityOf(String group, Member self, List<Member> members) {
    List<Founder> founders =
        members.stream().map(each -> Founder.of(each.id(), each.raftAddress())).toList();
    Identity identity =
        Identity.configured(group, Founder.of(self.id(), self.raftAddress()), founders);
    return identity.adopted(identity);
  }

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
   * @param snapshotInterval how often the state is saved, if much has changed
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
