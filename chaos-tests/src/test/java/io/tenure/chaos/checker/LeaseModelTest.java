package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.OWNER;
import static io.tenure.chaos.history.Field.PROOF;
import static io.tenure.chaos.history.Field.Result.ABSENT;
import static io.tenure.chaos.history.Field.Result.ENDED;
import static io.tenure.chaos.history.Field.Result.GONE;
import static io.tenure.chaos.history.Field.Result.GRANTED;
import static io.tenure.chaos.history.Field.Result.HELD;
import static io.tenure.chaos.history.Field.Result.OTHER;
import static io.tenure.chaos.history.Field.Result.RENEWED;
import static io.tenure.chaos.history.Field.Result.SEEN;
import static io.tenure.chaos.history.Field.TOKEN;
import static io.tenure.chaos.history.Field.TTL_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Histories of one lock, each a few operations long, that are possible or not. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LeaseModelTest {

  private final Story story = new Story();

  @BeforeEach
  void locks() {
    story.workload("locks");
  }

  private CheckOutcome outcome() {
    return new LinearizabilityChecker(
            java.util.Map.of("locks", LeaseModel.Proof.TOKEN, "locket", LeaseModel.Proof.OWNER))
        .check(story.evidence())
        .outcome();
  }

  private void lock(long from, long to, long token) {
    story.op(1, "k", "lock").at(from, to).asks(TTL_MILLIS, 1000L).ok(GRANTED, TOKEN, token);
  }

  private void read(long from, long to, long token) {
    story.op(2, "k", "read").at(from, to).ok(SEEN, TOKEN, token);
  }

  @Test
  void taken_seen_released_and_gone() {
    lock(0, 10, 5);
    read(20, 30, 5);
    story.op(1, "k", "release").at(40, 50).asks(PROOF, 5L).ok(ENDED);
    story.op(2, "k", "read").at(60, 70).ok(ABSENT);

    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void two_locks_at_once_are_not_possible() {
    lock(0, 10, 5);
    lock(20, 30, 6);

    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void a_lock_may_be_taken_again_when_its_ttl_can_be_over() {
    lock(0, 10, 5);
    lock(900, 1001, 6);

    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void a_lock_may_not_be_taken_again_a_moment_before() {
    lock(0, 10, 5);
    lock(900, 999, 6);

    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void what_is_seen_to_have_ended_has_ended_for_all_that_come_later() {
    lock(0, 10, 5);
    story.op(2, "k", "read").at(500, 1500).ok(ABSENT);
    read(1510, 1520, 5);

    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void an_old_read_during_the_release_is_possible_and_after_it_is_not() {
    lock(0, 10, 5);
    story.op(1, "k", "release").at(20, 60).asks(PROOF, 5L).ok(ENDED);
    read(30, 50, 5);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);

    read(70, 80, 5);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void a_renewal_starts_the_ttl_anew() {
    lock(0, 10, 5);
    story
        .op(1, "k", "renew")
        .at(600, 610)
        .asks(PROOF, 5L, TTL_MILLIS, 1000L)
        .ok(RENEWED, TOKEN, 6L);
    story.op(2, "k", "read").at(1400, 1500).ok(ABSENT);

    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void the_token_of_a_lock_without_an_answer_is_the_one_that_is_read() {
    story.op(1, "k", "lock").at(0, 10).asks(TTL_MILLIS, 1000L).unknown();
    read(20, 30, 7);
    read(40, 50, 7);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);

    read(60, 70, 8);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void an_unanswered_release_may_take_its_effect_late_or_never() {
    lock(0, 10, 5);
    story.op(1, "k", "release").at(20, 30).asks(PROOF, 5L).unknown();
    read(40, 50, 5);
    story.op(2, "k", "lock").at(60, 70).asks(TTL_MILLIS, 1000L).ok(GRANTED, TOKEN, 9L);
    story.op(3, "k", "lock").at(80, 90).asks(TTL_MILLIS, 1000L).ok(HELD);

    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void a_token_that_is_not_larger_is_not_possible() {
    lock(0, 10, 5);
    story.op(1, "k", "release").at(20, 30).asks(PROOF, 5L).ok(ENDED);
    lock(40, 50, 5);

    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void a_refusal_needs_its_reason() {
    story.op(1, "k", "lock").at(0, 10).asks(TTL_MILLIS, 1000L).ok(HELD);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void an_old_proof_is_refused_and_a_good_one_is_not() {
    lock(0, 10, 5);
    story.op(1, "k", "release").at(20, 30).asks(PROOF, 4L).ok(OTHER);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);

    story.op(1, "k", "release").at(40, 50).asks(PROOF, 5L).ok(OTHER);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void a_renewal_may_not_be_told_that_a_lease_is_gone_before_its_time() {
    lock(0, 10, 5);
    story.op(1, "k", "renew").at(500, 600).asks(PROOF, 5L, TTL_MILLIS, 1000L).ok(GONE);

    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void an_owner_who_locks_again_keeps_its_token() {
    story.workload("locket");
    ownerLocks(0, 10, "a", 5);
    ownerLocks(20, 30, "a", 5);
    story.op(2, "k", "read").at(40, 50).ok(SEEN, OWNER, "a");
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);

    ownerLocks(60, 70, "a", 6);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void a_release_that_the_node_repeated_may_find_its_own_work_done() {
    story.workload("locket");
    ownerLocks(0, 10, "a", 5);
    story.op(1, "k", "release").at(20, 60).asks(OWNER, "a").ok(OTHER);
    story.op(2, "k", "lock").at(30, 40).asks(TTL_MILLIS, 1000L, OWNER, "b").ok(GRANTED, TOKEN, 6L);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);

    story.op(3, "k", "read").at(70, 80).ok(SEEN, OWNER, "a");
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  private void ownerLocks(long from, long to, String owner, long token) {
    story
        .op(1, "k", "lock")
        .at(from, to)
        .asks(TTL_MILLIS, 1000L, OWNER, owner)
        .ok(GRANTED, TOKEN, token);
  }
}
