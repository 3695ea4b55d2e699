package io.tenure.replication;

import static io.tenure.replication.TestMember.SELF;
import static io.tenure.replication.TestMember.millis;
import static io.tenure.replication.TestMember.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Settings;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What a follower does when a connection ends. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LeaderLossTest {

  private static TestMember memberOf(String... members) {
    return new TestMember(
        new Member.Setup(
            SELF, List.of(members), Settings.DEFAULT, KnownLevels.ALL, seconds(5), 10));
  }

  private static void close(TestMember node, String peer) {
    node.member.leaderLoss().connectionClosed(peer, node.nanos);
    node.step();
  }

  @Test
  void the_first_in_line_looks_at_once_and_stands_if_the_leader_is_gone() {
    TestMember node = memberOf("alice", SELF, "bob");
    node.follows(3, "alice");
    close(node, "alice");
    assertThat(node.group.elections).isEmpty();

    node.member.leaderLoss().gone(node.group.probes.remove());

    assertThat(node.group.elections).containsExactly(3L);
  }

  @Test
  void the_next_in_line_gives_the_first_a_head_start() {
    TestMember node = memberOf("alice", "bob", SELF);
    node.follows(3, "alice");
    close(node, "alice");
    node.pass(millis(149));
    assertThat(node.group.probes).isEmpty();

    node.pass(millis(1));
    assertThat(node.group.probes).containsExactly(Standing.follows(3, "alice"));
  }

  @Test
  void several_connections_that_end_are_one_loss() {
    TestMember node = memberOf("alice", "bob", SELF);
    node.follows(3, "alice");
    close(node, "alice");
    node.pass(millis(100));
    close(node, "alice");
    node.pass(millis(50));

    assertThat(node.group.probes).hasSize(1);
  }

  @Test
  void who_is_not_the_leader_may_go() {
    TestMember node = memberOf("alice", SELF, "bob");
    close(node, "alice");
    node.follows(3, "alice");
    close(node, "bob");
    node.leads(4);
    close(node, SELF);
    node.pass(seconds(2));

    assertThat(node.group.probes).isEmpty();
  }

  @Test
  void a_new_leader_ends_the_matter() {
    TestMember node = memberOf("alice", "bob", SELF);
    node.follows(3, "alice");
    close(node, "alice");
    node.pass(millis(100));
    node.follows(4, "bob");
    node.pass(seconds(1));

    assertThat(node.group.probes).isEmpty();
  }

  @Test
  void what_was_found_out_about_a_former_leader_does_not_count() {
    TestMember node = memberOf("alice", SELF, "bob");
    node.follows(3, "alice");
    close(node, "alice");
    node.follows(4, "alice");
    node.member.leaderLoss().gone(node.group.probes.remove());

    assertThat(node.group.elections).isEmpty();
  }
}
