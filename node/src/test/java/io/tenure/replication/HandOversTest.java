package io.tenure.replication;

import static io.tenure.replication.TestMember.SELF;
import static io.tenure.replication.TestMember.millis;
import static io.tenure.replication.TestMember.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.service.LeaderChange.Outcome;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What becomes of a request for a member to lead, on the member that takes it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HandOversTest {

  private final TestMember node = new TestMember();
  private final RecordedGroupEffects group = node.group;

  private CompletableFuture<Outcome> moveTo(String target) {
    return ask(HandOver.to(target, Runnable::run, node.nanos));
  }

  private CompletableFuture<Outcome> ask(HandOver request) {
    node.member.handOvers().ask(request, node.nanos);
    node.step();
    return request.outcome();
  }

  private void reply(HandOverReply reply) {
    node.member.handOvers().replied(group.questions.remove(), reply, node.nanos);
    node.step();
  }

  @Test
  void the_leader_is_asked_and_the_outcome_is_known_when_the_member_leads() {
    node.follows(1, "alice");
    CompletableFuture<Outcome> outcome = moveTo("bob");
    assertThat(group.questions.peek().leader()).isEqualTo("alice");
    assertThat(group.questions.peek().target()).isEqualTo("bob");

    reply(HandOverReply.BEGUN);
    assertThat(outcome).isNotDone();
    node.follows(2, "bob");

    assertThat(outcome).isCompletedWithValue(Outcome.LEADS);
  }

  @Test
  void a_member_that_leads_already_needs_nobody_to_ask() {
    node.follows(1, "bob");

    assertThat(moveTo("bob")).isCompletedWithValue(Outcome.LEADS);
    assertThat(group.questions).isEmpty();
  }

  @Test
  void without_a_leader_nobody_is_asked_and_nothing_was_begun() {
    CompletableFuture<Outcome> outcome = moveTo("bob");
    node.pass(millis(2_999));
    assertThat(outcome).isNotDone();

    node.pass(millis(1));

    assertThat(outcome).isCompletedWithValue(Outcome.NOT_BEGUN);
    assertThat(group.questions).isEmpty();
  }

  @Test
  void a_leader_that_becomes_known_is_asked_at_once() {
    moveTo("bob");
    node.follows(1, "alice");

    assertThat(group.questions).hasSize(1);
  }

  @Test
  void what_a_leader_has_begun_is_not_told_as_not_begun() {
    node.follows(1, "alice");
    CompletableFuture<Outcome> outcome = moveTo("bob");
    reply(HandOverReply.BEGUN);
    node.pass(seconds(3));

    assertThat(outcome).isCompletedWithValue(Outcome.UNKNOWN);
  }

  @Test
  void a_leader_that_has_begun_is_not_asked_again_since_each_attempt_costs_time() {
    node.follows(1, "alice");
    CompletableFuture<Outcome> outcome = moveTo("bob");
    reply(HandOverReply.BEGUN);
    node.losesLeader();
    node.follows(1, "alice");
    node.pass(seconds(1));

    assertThat(outcome).isNotDone();
    assertThat(group.questions).isEmpty();
  }

  @Test
  void what_nobody_knows_may_have_been_begun() {
    node.follows(1, "alice");
    CompletableFuture<Outcome> outcome = moveTo("bob");
    node.member.handOvers().unanswered(group.questions.remove(), node.nanos);
    node.pass(millis(200));
    reply(HandOverReply.REFUSED);

    assertThat(outcome).isCompletedWithValue(Outcome.UNKNOWN);
  }

  @Test
  void a_leader_that_refuses_has_begun_nothing() {
    node.follows(1, "alice");
    CompletableFuture<Outcome> outcome = moveTo("bob");
    reply(HandOverReply.REFUSED);

    assertThat(outcome).isCompletedWithValue(Outcome.NOT_BEGUN);
  }

  @Test
  void a_leader_that_cannot_now_or_was_not_reached_is_asked_again_a_little_later() {
    node.follows(1, "alice");
    CompletableFuture<Outcome> outcome = moveTo("bob");
    reply(HandOverReply.NOT_NOW);
    node.pass(millis(99));
    assertThat(group.questions).isEmpty();
    node.pass(millis(1));
    node.member.handOvers().notSent(group.questions.remove(), node.nanos);
    node.pass(millis(100));
    assertThat(group.questions).hasSize(1);
    reply(HandOverReply.NOT_NOW);

    node.losesLeader();
    node.pass(seconds(3));

    assertThat(outcome).isCompletedWithValue(Outcome.NOT_BEGUN);
  }

  @Test
  void the_next_leader_is_asked_and_what_the_former_one_says_late_still_counts() {
    node.follows(1, "alice");
    CompletableFuture<Outcome> outcome = moveTo("bob");
    HandOver.Question former = group.questions.remove();
    node.follows(2, "carol");
    assertThat(group.questions.peek().leader()).isEqualTo("carol");

    node.member.handOvers().replied(former, HandOverReply.REFUSED, node.nanos);
    node.step();
    assertThat(outcome).isNotDone();
    reply(HandOverReply.REFUSED);

    assertThat(outcome).isCompletedWithValue(Outcome.NOT_BEGUN);
  }

  @Test
  void an_answer_counts_once_and_there_is_one_outcome() {
    node.follows(1, "alice");
    CompletableFuture<Outcome> outcome = moveTo("bob");
    HandOver.Question question = group.questions.remove();
    node.member.handOvers().unanswered(question, node.nanos);
    node.member.handOvers().replied(question, HandOverReply.REFUSED, node.nanos);
    node.pass(seconds(3));
    assertThat(outcome).isCompletedWithValue(Outcome.UNKNOWN);

    node.follows(2, "bob");
    assertThat(outcome).isCompletedWithValue(Outcome.UNKNOWN);
  }

  @Test
  void a_member_that_leads_hands_over_itself() {
    node.leads(1);
    CompletableFuture<Outcome> outcome = moveTo("bob");
    Transfer transfer = group.transfers.remove();
    assertThat(transfer.target()).contains("bob");

    node.member.handOvers().transferred(transfer, HandOverReply.BEGUN, node.nanos);
    node.losesLeader();
    node.follows(2, "bob");

    assertThat(outcome).isCompletedWithValue(Outcome.LEADS);
  }

  @Test
  void a_member_that_stops_hands_over_to_anybody_and_waits_until_somebody_leads() {
    node.leads(1);
    CompletableFuture<Outcome> outcome = ask(HandOver.toAnybody(Runnable::run, node.nanos));
    Transfer transfer = group.transfers.remove();
    assertThat(transfer.target()).isEmpty();
    node.member.handOvers().transferred(transfer, HandOverReply.BEGUN, node.nanos);
    node.losesLeader();
    assertThat(outcome).isNotDone();

    node.follows(2, "alice");

    assertThat(outcome).isCompletedWithValue(Outcome.LEADS);
  }

  @Test
  void a_member_that_stops_and_does_not_lead_has_nothing_to_hand_over() {
    assertThat(ask(HandOver.toAnybody(Runnable::run, node.nanos)))
        .isCompletedWithValue(Outcome.NOT_BEGUN);
    node.follows(1, "alice");
    assertThat(ask(HandOver.toAnybody(Runnable::run, node.nanos)))
        .isCompletedWithValue(Outcome.LEADS);
    assertThat(group.questions).isEmpty();
  }

  @Test
  void a_member_that_stops_alone_does_not_wait() {
    node.leads(1);
    CompletableFuture<Outcome> outcome = ask(HandOver.toAnybody(Runnable::run, node.nanos));
    node.member
        .handOvers()
        .transferred(group.transfers.remove(), HandOverReply.REFUSED, node.nanos);

    assertThat(outcome).isCompletedWithValue(Outcome.NOT_BEGUN);
  }

  @Test
  void a_member_that_closes_tells_what_it_knows() {
    node.follows(1, "alice");
    CompletableFuture<Outcome> asked = moveTo("bob");
    node.losesLeader();
    CompletableFuture<Outcome> waiting = moveTo("bob");
    node.member.close(node.nanos);

    assertThat(asked).isCompletedWithValue(Outcome.UNKNOWN);
    assertThat(waiting).isCompletedWithValue(Outcome.NOT_BEGUN);
    assertThat(moveTo(SELF)).isCompletedWithValue(Outcome.NOT_BEGUN);
  }
}
