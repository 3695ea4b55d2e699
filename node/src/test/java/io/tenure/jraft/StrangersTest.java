package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.jraft.RaftSettings.Member;
import io.tenure.jraft.RaftSettings.Times;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Settings;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.link.Link;
import io.tenure.node.FreePorts;
import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Founding;
import io.tenure.node.identity.Identity;
import io.tenure.service.Caller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members that are of another history, by their disk or by what they say, are kept apart. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StrangersTest {

  private static final Member N1 = member("n1");
  private static final Member N2 = member("n2");
  private static final Member N3 = member("n3");
  private static final List<Member> THREE = List.of(N1, N2, N3);

  @TempDir private Path root;
  private final Deque<RaftMember> running = new ArrayDeque<>();

  @AfterEach
  void close() {
    running.forEach(RaftMember::close);
  }

  private static Member member(String id) {
    return new Member(id, "127.0.0.1:" + FreePorts.next(), "http://127.0.0.1:1");
  }

  private static List<Founder> founders(List<Member> members) {
    return members.stream().map(each -> Founder.of(each.id(), each.raftAddress())).toList();
  }

  /** The identities of all members of a cluster that was just founded. */
  private static List<Identity> founded(List<Member> members) {
    List<Identity> bootstrapped = new ArrayList<>();
    for (Founder self : founders(members)) {
      bootstrapped.add(Identity.configured("test", self, founders(members)).bootstrapped());
    }
    return bootstrapped.stream()
        .map(
            own -> {
              Founding founding = new Founding(own);
              bootstrapped.forEach(founding::heard);
              return founding.identity();
            })
        .toList();
  }

  private RaftMember start(Member self, List<Member> members, Identity identity)
      throws IOException {
    RaftSettings settings =
        new RaftSettings(
            "test",
            self,
            members,
            new Link.Options(
                "127.0.0.1", RaftTuning.peer(self.raftAddress()).getPort(), Optional.empty()),
            Files.createDirectories(root.resolve(self.id())),
            new Times(
                Duration.ofMillis(500),
                Duration.ofMillis(150),
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofHours(1),
                100_000),
            1_000,
            Settings.DEFAULT,
            identity,
            KnownLevels.ALL);
    RaftMember member = new RaftMember(settings, "test", reason -> {}, List.of());
    running.push(member);
    member.start();
    return member;
  }

  private void stop(RaftMember member) {
    running.remove(member);
    member.close();
  }

  private static RaftMember awaitServing(RaftMember member) {
    TestCluster.await("a leader", () -> member.notReadyBecause().isEmpty() ? member : null);
    return member;
  }

  private static void acquire(RaftMember member, String resource) {
    Command wish =
        new Acquire(
            new ResourceKey(resource),
            Holder.ANONYMOUS,
            Ttl.ofSeconds(3600),
            WhenHeld.QUEUE,
            UserData.NONE,
            "");
    TestCluster.join(
        member
            .leases()
            .submit(
                Request.of(wish),
                new Caller(Runnable::run, System.nanoTime() + TestCluster.PATIENCE.toNanos())));
  }

  @Test
  void a_log_of_other_members_than_the_file_lists_is_not_opened() throws IOException {
    RaftMember alone = awaitServing(start(N1, List.of(N1), founded(List.of(N1)).get(0)));
    acquire(alone, "a");
    stop(alone);

    // As with a data directory of version 0.1.0, whose identity does not know the members.
    Identity configured = Identity.configured("test", founders(THREE).get(0), founders(THREE));
    assertThatThrownBy(() -> start(N1, THREE, configured.adopted(configured)))
        .isInstanceOf(RefusedToStartException.class)
        .hasMessageContaining("is of the members " + N1.raftAddress() + ", but")
        .hasMessageContaining("start this node with the members that it had");
  }

  @Test
  void members_of_another_cluster_neither_elect_nor_replicate_nor_report_to_this_one()
      throws IOException {
    List<Identity> ours = founded(THREE);
    RaftMember n1 = start(N1, THREE, ours.get(0));
    RaftMember n2 = start(N2, THREE, ours.get(1));
    awaitServing(n1);
    awaitServing(n2);
    RaftMember stranger;
    stop(n2);
    stranger = start(N3, THREE, founded(THREE).get(2)); // only n1 is there: it cannot be outvoted
    acquireInVain(n1);

    assertThat(stranger.notReadyBecause()).isPresent();
    assertThat(stranger.status().applied()).isZero();
    assertThatThrownBy(() -> TestCluster.join(n1.statusOf(N3, 5_000)))
        .hasMessageContaining("not connected to " + N3.raftAddress());

    awaitServing(start(N2, THREE, ours.get(1)));
    acquire(n1, "a");
    assertThat(stranger.status().applied()).isZero();
  }

  private static void acquireInVain(RaftMember member) {
    assertThatThrownBy(() -> acquire(member, "nobody")).isNotNull();
  }

  @Test
  void a_member_among_strangers_refuses_to_start_and_says_who_they_are() throws IOException {
    List<Identity> theirs = founded(THREE);
    start(N2, THREE, theirs.get(1));
    start(N3, THREE, theirs.get(2));

    assertThatThrownBy(() -> start(N1, THREE, founded(THREE).get(0)))
        .isInstanceOf(RefusedToStartException.class)
        .hasMessageContaining("n2 (" + N2.raftAddress() + ") belongs to another cluster")
        .hasMessageContaining("n3 (" + N3.raftAddress() + ") belongs to another cluster");
  }
}
