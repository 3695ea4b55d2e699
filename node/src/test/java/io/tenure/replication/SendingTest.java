package io.tenure.replication;

import static io.tenure.replication.TestMember.millis;
import static io.tenure.replication.TestMember.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.replication.Forwarding.Ending;
import io.tenure.replication.Forwarding.Fate;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What a member does with requests of its clients while another one leads. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SendingTest {

  private final TestMember node = new TestMember();
  private final RecordedEffects effects = node.effects;

  private static Request renewal(long claim) {
    return Request.of(new Amend(new ClaimId(claim), Ttl.ofSeconds(9), null));
  }

  private static Request claim(String resource) {
    return Request.of(
        new Acquire(
            new ResourceKey(resource),
            Holder.ANONYMOUS,
            Ttl.ofSeconds(9),
            WhenHeld.QUEUE,
            UserData.NONE,
            ""));
  }

  /** The claims that a batch of renewals names. */
  private static List<Long> claims(Batch batch) {
    return batch.requests().stream()
        .map(bytes -> ((Amend) RequestCodec.decode(bytes).command()).claim().value())
        .toList();
  }

  private Batch nextSent(String leader) {
    RecordedEffects.Sent message = effects.sent.remove();
    assertThat(message.leader()).isEqualTo(leader);
    return message.batch();
  }

  @Test
  void what_a_silent_leader_has_is_sent_to_the_next_one_as_soon_as_there_is_one() {
    node.follows(1, "alice");
    ClientRequest request = node.submit(renewal(1));
    Batch silent = nextSent("alice");

    node.losesLeader();
    assertThat(effects.sent).isEmpty();
    node.follows(2, "bob");

    Batch again = nextSent("bob");
    assertThat(again.requests()).isEqualTo(silent.requests());
    node.reply(again, Fate.APPLIED);
    assertThat(request.answer()).isCompletedWithValue(TestMember.DONE);
  }

  @Test
  void a_claim_is_sent_again_with_the_delivery_id_by_which_it_is_carried_out_once() {
    node.follows(1, "alice");
    node.submit(claim("r"));
    Batch first = nextSent("alice");
    node.follows(2, "bob");

    Batch again = nextSent("bob");
    assertThat(RequestCodec.decode(again.requests().get(0)).delivery()).isNotNull();
    assertThat(again.requests().get(0)).isEqualTo(first.requests().get(0));
  }

  @Test
  void what_was_under_way_goes_before_what_came_later() {
    node.follows(1, "alice");
    node.submit(renewal(1));
    node.submit(renewal(2));
    effects.sent.clear();

    node.losesLeader();
    node.submit(renewal(3));
    node.follows(2, "bob");

    assertThat(claims(nextSent("bob"))).containsExactly(1L, 2L, 3L);
  }

  @Test
  void a_late_answer_of_the_old_leader_counts_and_its_refusal_does_not() {
    node.follows(1, "alice");
    ClientRequest first = node.submit(renewal(1));
    Batch one = nextSent("alice");
    ClientRequest second = node.submit(renewal(2));
    Batch two = nextSent("alice");
    node.losesLeader();

    node.reply(one, Fate.APPLIED);
    node.reply(two, Fate.REFUSED);
    node.follows(2, "bob");

    assertThat(first.answer()).isCompletedWithValue(TestMember.DONE);
    assertThat(claims(nextSent("bob"))).containsExactly(2L);
    assertThat(second.answer()).isNotDone();
  }

  @Test
  void what_can_be_asked_only_once_waits_for_the_old_leader_and_not_in_the_new_ones_way() {
    node.follows(1, "alice");
    ClientRequest once = node.submit(claim("r"), node.caller(seconds(10)), Level.FIRST);
    Batch message = nextSent("alice");

    node.follows(2, "bob");
    assertThat(effects.sent).isEmpty();
    for (int i = 1; i <= Outbox.MAX_UNDER_WAY; i++) {
      node.submit(renewal(i));
    }
    assertThat(effects.sent).hasSize(Outbox.MAX_UNDER_WAY);

    node.reply(message, Fate.APPLIED);
    assertThat(once.answer()).isCompletedWithValue(TestMember.DONE);
  }

  @Test
  void what_the_old_leader_surely_did_not_take_goes_to_the_new_one() {
    node.follows(1, "alice");
    ClientRequest once = node.submit(claim("r"), node.caller(seconds(10)), Level.FIRST);
    Batch message = nextSent("alice");
    node.follows(2, "bob");

    node.reply(message, Fate.NOT_LEADER);
    node.pass(millis(20));

    node.reply(nextSent("bob"), Fate.APPLIED);
    assertThat(once.answer()).isCompletedWithValue(TestMember.DONE);
    assertThat(node.member.taken()).isZero();
  }

  @Test
  void what_can_be_asked_only_once_is_of_unknown_outcome_when_the_old_leader_stays_silent() {
    node.follows(1, "alice");
    ClientRequest once = node.submit(claim("r"), node.caller(seconds(10)), Level.FIRST);
    node.follows(2, "bob");
    node.pass(seconds(11));

    assertThatThrownBy(() -> once.answer().getNow(null))
        .hasCauseInstanceOf(UnknownOutcomeException.class);
    assertThat(node.member.taken()).isZero();
  }

  @Test
  void several_messages_that_come_back_keep_their_order() {
    node.follows(1, "alice");
    for (int i = 1; i <= 4; i++) {
      node.submit(renewal(i));
    }
    List<Batch> all = effects.sent.stream().map(RecordedEffects.Sent::batch).toList();
    effects.sent.clear();
    node.submit(renewal(5));

    for (int i : new int[] {2, 0, 3, 1}) {
      node.member.notSent(all.get(i), node.nanos);
    }
    node.pass(millis(20));

    assertThat(claims(nextSent("alice"))).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void a_request_whose_time_is_over_is_not_sent_any_more() {
    ClientRequest late = node.submit(renewal(1), node.caller(millis(100)), Level.NEWEST);
    node.nanos += millis(100);
    node.follows(1, "alice");
    node.submit(renewal(2));

    assertThat(claims(nextSent("alice"))).containsExactly(2L);
    assertThatThrownBy(() -> late.answer().getNow(null))
        .hasCauseInstanceOf(UnavailableException.class);
  }

  @Test
  void without_a_leader_a_request_is_refused_when_its_patience_is_over() {
    ClientRequest request = node.submit(renewal(1));
    node.pass(seconds(5) - millis(1));
    assertThat(request.answer()).isNotDone();

    node.pass(millis(100));
    assertThatThrownBy(() -> request.answer().getNow(null))
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageContaining("no leader could be found in time");
  }

  @Test
  void what_a_leader_may_have_applied_is_never_told_as_unavailable() {
    node.follows(1, "alice");
    ClientRequest request = node.submit(renewal(1));
    node.losesLeader();
    node.pass(seconds(11));

    assertThatThrownBy(() -> request.answer().getNow(null))
        .hasCauseInstanceOf(UnknownOutcomeException.class);
  }

  @Test
  void silence_is_told_without_an_address_and_what_is_repeatable_is_sent_again() {
    node.follows(1, "10.0.0.1:9081");
    ClientRequest once = node.submit(claim("r"), node.caller(seconds(10)), Level.FIRST);
    node.member.unanswered(effects.sent.remove().batch(), "the leader did not answer", node.nanos);
    node.step();
    assertThatThrownBy(() -> once.answer().getNow(null))
        .hasCauseInstanceOf(UnknownOutcomeException.class)
        .hasMessageEndingWith("the leader did not answer");

    node.pass(millis(30));
    node.submit(renewal(1));
    node.member.unanswered(effects.sent.remove().batch(), "the leader did not answer", node.nanos);
    node.pass(millis(30));
    assertThat(effects.sent).hasSize(1);
  }

  @Test
  void a_message_that_was_not_sent_is_tried_again_a_little_later_and_in_its_order() {
    node.follows(1, "alice");
    node.submit(renewal(1));
    node.member.notSent(nextSent("alice"), node.nanos);
    node.submit(renewal(2));
    assertThat(effects.sent).isEmpty();

    node.pass(millis(20));
    assertThat(claims(nextSent("alice"))).containsExactly(1L, 2L);
  }

  @Test
  void who_does_not_lead_any_more_is_asked_again_and_whoever_refuses_is_believed() {
    node.follows(1, "alice");
    ClientRequest request = node.submit(renewal(1));
    node.reply(nextSent("alice"), Fate.NOT_LEADER);
    node.pass(millis(20));

    node.reply(nextSent("alice"), Fate.REFUSED);
    assertThatThrownBy(() -> request.answer().getNow(null))
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageEndingWith("the leader's reason");
  }

  @Test
  void a_message_is_of_one_kind_and_renewals_go_first() {
    node.submit(claim("r"));
    node.submit(renewal(1));
    node.follows(1, "alice");

    assertThat(claims(nextSent("alice"))).containsExactly(1L);
    assertThat(RequestCodec.decode(nextSent("alice").requests().get(0)).command())
        .isInstanceOf(Acquire.class);
  }

  @Test
  void a_member_that_leads_by_now_takes_in_what_the_old_leader_had() {
    node.follows(1, "alice");
    node.submit(renewal(1));
    effects.sent.clear();

    node.leads(2);

    assertThat(claims(effects.proposed.remove().batch())).containsExactly(1L);
  }

  @Test
  void beyond_its_limit_a_member_refuses_claims_first_and_then_everything() {
    for (int i = 0; i < 8; i++) {
      node.submit(claim("r" + i));
    }
    assertThatThrownBy(() -> node.submit(claim("one too many")).answer().getNow(null))
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageContaining("too many requests");
    assertThat(node.submit(renewal(1)).answer()).isNotDone();
    assertThat(node.submit(renewal(2)).answer()).isNotDone();
    assertThat(node.submit(renewal(3)).answer()).isCompletedExceptionally();
    assertThat(node.member.taken()).isEqualTo(10);
    assertThat(node.member.refusals()).isEqualTo(2);

    node.follows(1, "alice");
    effects.sent.forEach(message -> node.reply(message.batch(), Fate.APPLIED));
    assertThat(node.member.taken()).isZero();
  }

  @Test
  void an_answer_to_a_part_of_a_message_ends_only_that_part() {
    ClientRequest first = node.submit(renewal(1));
    ClientRequest second = node.submit(renewal(2));
    node.follows(1, "alice");
    Batch message = nextSent("alice");

    node.member.replied(
        message,
        List.of(Ending.applied(TestMember.DONE), Ending.of(Fate.UNKNOWN, "stepped down")),
        node.nanos);
    node.pass(millis(20));

    assertThat(first.answer()).isCompletedWithValue(TestMember.DONE);
    assertThat(second.answer()).isNotDone();
    assertThat(claims(nextSent("alice"))).containsExactly(2L);
  }
}
