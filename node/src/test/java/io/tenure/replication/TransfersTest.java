package io.tenure.replication;

import static io.tenure.replication.TestMember.SELF;
import static io.tenure.replication.TestMember.millis;
import static io.tenure.replication.TestMember.seconds;
import static io.tenure.replication.ToldSubmission.names;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Tick;
import io.tenure.kernel.Request;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What a leader does when it is asked to hand over. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TransfersTest {

  private final TestMember node = new TestMember();
  private final RecordedEffects effects = node.effects;
  private final RecordedGroupEffects group = node.group;
  private final List<HandOverReply> replies = new ArrayList<>();

  private void askedFor(String target) {
    node.member.handOvers().askedByPeer(Transfer.to(target, replies::add), node.nanos);
    node.step();
  }

  private void transferred(HandOverReply said) {
    node.member.handOvers().transferred(group.transfers.remove(), said, node.nanos);
    node.step();
  }

  @Test
  void a_leader_answers_everybody_and_proposes_nothing_new_before_it_hands_over() {
    node.leads(1);
    node.offer(1);
    Batch underWay = effects.proposed.remove().batch();
    askedFor("bob");
    node.offer(2);
    assertThat(group.transfers).isEmpty();
    assertThat(effects.proposed).isEmpty();

    node.apply(underWay);
    assertThat(group.transfers).hasSize(1);
    assertThat(effects.proposed).isEmpty();

    transferred(HandOverReply.REFUSED);
    assertThat(replies).containsExactly(HandOverReply.REFUSED);
    assertThat(names(effects.proposed.remove().batch())).containsExactly(2);
  }

  @Test
  void a_hand_over_does_not_wait_for_ever() {
    node.leads(1);
    node.offer(1);
    askedFor("bob");
    node.pass(millis(299));
    assertThat(group.transfers).isEmpty();

    node.pass(millis(1));
    assertThat(group.transfers).hasSize(1);
  }

  @Test
  void a_hand_over_of_which_nothing_is_heard_does_not_stop_the_log() {
    node.leads(1);
    askedFor("bob");
    node.offer(1);
    node.pass(millis(299));
    assertThat(effects.proposed).isEmpty();

    node.pass(millis(1));
    assertThat(effects.proposed).hasSize(1);
  }

  @Test
  void a_leader_hands_over_once_at_a_time_and_does_its_work_in_between() {
    node.leads(1);
    askedFor("bob");
    askedFor("alice");
    assertThat(replies).containsExactly(HandOverReply.NOT_NOW);
    transferred(HandOverReply.REFUSED);
    replies.clear();

    askedFor("alice");
    node.offer(1);
    assertThat(replies).containsExactly(HandOverReply.NOT_NOW);
    assertThat(effects.proposed).hasSize(1);

    node.apply(effects.proposed.remove().batch());
    node.pass(millis(50));
    askedFor("alice");
    assertThat(group.transfers.remove().target()).contains("alice");
  }

  @Test
  void who_does_not_lead_has_nothing_to_hand_over() {
    node.follows(1, "alice");
    askedFor("bob");

    assertThat(replies).containsExactly(HandOverReply.NOT_NOW);
    assertThat(group.transfers).isEmpty();
  }

  @Test
  void a_leader_that_is_deposed_while_it_answers_everybody_goes_on_as_a_follower() {
    node.leads(1);
    node.offer(1);
    askedFor("bob");
    node.follows(2, "alice");
    assertThat(replies).containsExactly(HandOverReply.NOT_NOW);

    node.submit(Request.of(new Tick()));
    assertThat(effects.sent).hasSize(1);
    node.pass(seconds(1));
    assertThat(group.transfers).isEmpty();
  }

  @Test
  void what_was_begun_is_told_though_the_leader_has_stepped_down_by_then() {
    node.leads(1);
    askedFor("bob");
    node.losesLeader();
    transferred(HandOverReply.BEGUN);

    assertThat(replies).containsExactly(HandOverReply.BEGUN);
  }

  @Test
  void nobody_but_a_member_can_lead() {
    node.leads(1);
    askedFor("mallory");

    assertThat(replies).containsExactly(HandOverReply.REFUSED);
    assertThat(group.transfers).isEmpty();
  }

  @Test
  void who_has_not_heard_that_the_member_leads_is_told_to_wait_for_it() {
    node.leads(1);
    askedFor(SELF);

    assertThat(replies).containsExactly(HandOverReply.BEGUN);
    assertThat(group.transfers).isEmpty();
  }

  @Test
  void a_leader_that_closes_begins_nothing() {
    node.leads(1);
    node.offer(1);
    askedFor("bob");
    node.member.close(node.nanos);
    askedFor("bob");

    assertThat(replies).containsExactly(HandOverReply.NOT_NOW, HandOverReply.NOT_NOW);
  }

  @Test
  void replies_keep_their_numbers_and_others_are_not_understood() {
    assertThat(HandOverReply.REFUSED.encoded()).containsExactly(0);
    assertThat(HandOverReply.BEGUN.encoded()).containsExactly(1);
    assertThat(HandOverReply.NOT_NOW.encoded()).containsExactly(2);
    for (HandOverReply reply : HandOverReply.values()) {
      assertThat(HandOverReply.decoded(reply.encoded())).contains(reply);
    }
    assertThat(HandOverReply.decoded(new byte[] {3})).isEmpty();
    assertThat(HandOverReply.decoded(new byte[0])).isEmpty();
    assertThat(HandOverReply.decoded(new byte[] {1, 1})).isEmpty();
  }
}
