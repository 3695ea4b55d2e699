package io.tenure.node;

import io.tenure.jraft.FirstSnapshot;
import io.tenure.jraft.RecoveredState;
import io.tenure.jraft.StoppedMember;
import io.tenure.link.Link;
import io.tenure.link.Peer;
import io.tenure.node.backup.Workspace;
import io.tenure.node.identity.Founding;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a new cluster of one member of an old one, of which a majority is lost. It has another id,
 * so nobody of the old one is ever let in, and a higher epoch, so that it hands out nothing that
 * the old one may have handed out.
 */
final class ForcedCluster {

  private static final Logger LOG = LoggerFactory.getLogger(ForcedCluster.class);
  private static final long ASK_MILLIS = 3_000;

  private final DataDirectory directory;
  private final Link.Options options;

  ForcedCluster(DataDirectory directory, Link.Options options) {
    this.directory = directory;
    this.options = options;
  }

  /**
   * Makes the directory that of a cluster of its node alone. The old data is kept inside of it.
   *
   * @param configured who the node is by its configuration
   */
  void make(Identity configured) {
    Identity old = requireMember(configured);
    refuseWithMajority(old);
    try (Workspace work = Workspace.in(directory.path())) {
      Path fresh = Files.createDirectory(work.path().resolve("fresh"));
      Path copy = Files.createDirectory(work.path().resolve("copy"));
      try (StoppedMember member = StoppedMember.open(directory.path(), copy)) {
        RecoveredState state = member.state();
        long epoch = state.head().table().lastVersion().epoch() + 1;
        state.raiseEpoch(epoch);
        FirstSnapshot.write(state, List.of(old.raftAddress()), fresh);
        LOG.warn(
            "a new cluster is forced, of {} alone, with the log up to {}, in epoch {}",
            old.node(),
            member.logged(),
            epoch);
      }
      String aside = "before-" + old.clusterId().orElseThrow();
      directory.setAside(aside);
      directory.install(fresh);
      LOG.warn("what was here before is kept in {}", directory.path().resolve(aside));
    } catch (IOException failure) {
      throw refused("cannot be used: " + failure);
    }
    directory.found(new Founding(old.alone()).identity());
  }

  private Identity requireMember(Identity configured) {
    Identity old =
        directory
            .read()
            .filter(Identity::isFounded)
            .orElseThrow(() -> refused("is not that of a member that has ever taken part"));
    old.objectionToName(configured)
        .ifPresent(
            why -> {
              throw refused(why);
            });
    if (!configured.others().isEmpty() || !configured.raftAddress().equals(old.raftAddress())) {
      throw new StartupException(
          ExitCode.USAGE,
          "--force-new-cluster makes a cluster of "
              + old.node()
              + " alone: give it a configuration file that lists only "
              + old.node()
              + ", at "
              + old.raftAddress());
    }
    if (old.others().isEmpty()) {
      throw refused(
          "is that of the only member of its cluster: start it without --force-new-cluster");
    }
    return old;
  }

  /** A majority that is there needs no force, and would go on beside the new cluster. */
  private void refuseWithMajority(Identity old) {
    List<String> reached = new ArrayList<>();
    try (Link link = new Link(options, old, call -> call.session().close())) {
      link.start();
      link.awaitFirstAnswers(ASK_MILLIS);
      for (Peer peer : link.peers()) {
        if (peer.found().filter(said -> peer.objection(said).isEmpty()).isPresent()) {
          reached.add(peer.node());
        }
      }
    } catch (IOException taken) {
      throw new StartupException(ExitCode.PORT_BUSY, String.valueOf(taken.getMessage()));
    }
    if (reached.size() + 1 > old.founders().size() / 2) {
      throw refused(
          "is that of a member whose cluster is not lost: "
              + String.join(", ", reached)
              + " answered, and with this node they are a majority. Start it without"
              + " --force-new-cluster");
    }
  }

  private StartupException refused(String why) {
    return new StartupException(
        ExitCode.IDENTITY, "data directory " + directory.path() + " " + why);
  }
}
