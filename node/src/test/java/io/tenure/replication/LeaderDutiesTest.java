package io.tenure.replication;

import static io.tenure.replication.TestMember.SELF;
import static io.tenure.replication.TestMember.millis;
import static io.tenure.replication.TestMember.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Configure;
import io.tenure.kernel.Command.RaiseLevel;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Level;
import io.tenure.kernel.Settings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What a leader proposes of its own accord. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LeaderDutiesTest {

  private static final Settings WANTED = Settings.DEFAULT.withPromotionGrace(7);

  private TestMember node =
      new TestMember(
          new Member.Setup(
              SELF, List.of("alice", "bob", SELF), WANTED, KnownLevels.ALL, seconds(5), 10));

  private void stateIs(long index, int level, Settings settings) {
    Applied some = node.at(1_000_000, ClusterTime.NEVER);
    node.applied =
        new Applied(
            index,
            some.now(),
            some.atNanos(),
            some.nextExpiry(),
            false,
            0,
            level,
            settings,
            some.checkpoints(),
            some.counts());
  }

  private List<Command> proposed() {
    List<Command> commands = new ArrayList<>();
    while (!node.effects.proposed.isEmpty()) {
      for (byte[] request : node.effects.proposed.remove().batch().requests()) {
        commands.add(RequestCodec.decode(request).command());
      }
    }
    return commands;
  }

  private void report(int ofAlice, int ofBob, int own) {
    long question = node.group.levelQuestions.remove();
    node.member.duties().reported(question, "alice", ofAlice);
    node.member.duties().reported(question, "bob", ofBob);
    node.member.duties().reported(question, SELF, own);
    node.step();
  }

  @Test
  void a_leader_that_takes_over_proposes_its_settings_if_the_cluster_has_others() {
    stateIs(9, Level.NEWEST, Settings.DEFAULT);
    node.leads(1);

    assertThat(proposed()).containsExactly(new Configure(WANTED));
  }

  @Test
  void a_leader_has_nothing_to_propose_if_all_is_as_it_wants_it() {
    stateIs(9, Level.NEWEST, WANTED);
    node.leads(1);
    node.pass(seconds(5));

    assertThat(proposed()).isEmpty();
    assertThat(node.group.levelQuestions).isEmpty();
  }

  @Test
  void a_new_cluster_rises_to_the_newest_level_when_all_members_know_it() {
    stateIs(0, Level.FIRST, WANTED.atLevel(Level.FIRST));
    node.leads(1);
    assertThat(proposed()).isEmpty();
    report(Level.NEWEST, Level.NEWEST, Level.NEWEST);

    assertThat(proposed()).containsExactly(new RaiseLevel(Level.NEWEST), new Configure(WANTED));
  }

  @Test
  void the_level_rises_when_all_members_know_it() {
    stateIs(9, Level.FIRST, WANTED.atLevel(Level.FIRST));
    node.leads(1);
    assertThat(proposed()).isEmpty();
    report(Level.NEWEST, Level.NEWEST, Level.NEWEST);

    assertThat(proposed()).containsExactly(new RaiseLevel(Level.NEWEST), new Configure(WANTED));
  }

  @Test
  void a_leader_that_knows_an_older_level_only_asks_nobody_and_stays_there() {
    Member.Setup older =
        new Member.Setup(
            SELF,
            List.of("alice", "bob", SELF),
            WANTED,
            new KnownLevels(Level.FIRST),
            seconds(5),
            10);
    node = new TestMember(older);
    stateIs(9, Level.FIRST, WANTED.atLevel(Level.FIRST));
    node.leads(1);
    node.pass(seconds(5));

    assertThat(proposed()).isEmpty();
    assertThat(node.group.levelQuestions).isEmpty();
  }

  @Test
  void what_is_no_level_counts_as_no_answer() {
    stateIs(9, Level.FIRST, WANTED.atLevel(Level.FIRST));
    node.leads(1);
    report(Level.NEWEST, 0, Level.NEWEST);

    assertThat(proposed()).isEmpty();
  }

  @Test
  void a_member_that_knows_less_or_says_nothing_keeps_the_level_and_is_asked_again() {
    stateIs(9, Level.FIRST, WANTED.atLevel(Level.FIRST));
    node.leads(1);
    report(Level.NEWEST, Level.FIRST, Level.NEWEST);
    node.pass(millis(999));
    assertThat(node.group.levelQuestions).isEmpty();
    node.pass(millis(1));
    long question = node.group.levelQuestions.peek();
    node.member.duties().reported(question, "alice", Level.NEWEST);
    node.member.duties().reported(question, SELF, Level.NEWEST);
    node.member.duties().reported(question - 1, "bob", Level.NEWEST);
    node.member.duties().reported(question, "mallory", Level.NEWEST);
    node.pass(millis(999));
    assertThat(proposed()).isEmpty();

    node.pass(millis(1));
    assertThat(node.group.levelQuestions).hasSize(2);
  }

  @Test
  void settings_do_not_wait_for_the_level() {
    stateIs(9, Level.FIRST, Settings.DEFAULT.withPromotionGrace(5));
    node.leads(1);

    assertThat(proposed()).containsExactly(new Configure(WANTED.atLevel(Level.FIRST)));
  }

  @Test
  void there_is_one_proposal_at_a_time_and_another_if_it_failed() {
    stateIs(9, Level.NEWEST, Settings.DEFAULT);
    node.leads(1);
    Batch first = node.effects.proposed.remove().batch();
    node.pass(seconds(3));
    assertThat(proposed()).isEmpty();

    node.member.failed(first, false, node.nanos);
    node.pass(millis(20));
    assertThat(proposed()).containsExactly(new Configure(WANTED));
  }

  @Test
  void settings_go_to_no_other_leader() {
    stateIs(9, Level.NEWEST, Settings.DEFAULT);
    node.leads(1);
    node.effects.proposed.clear();
    node.follows(2, "alice");
    node.pass(seconds(3));

    assertThat(proposed()).isEmpty();
    assertThat(node.effects.sent).isEmpty();
  }
}
