package io.tenure.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.transport.HttpAnswer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a claim is believed for after a filing that was repeated, a promotion, a lost renewal. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WhatIsBelievedTest {

  private final KeyringBench bench = new KeyringBench();

  @ParameterizedTest
  @ValueSource(strings = {"expired", "released", "aborted", "revoked", "withdrawn"})
  void a_repeated_filing_that_shows_the_claim_ended_is_not_believed(String status) {
    ClaimHandle claim = bench.claim(Optional.empty());
    bench.noAnswer();
    bench.pass(Duration.ofMillis(50));
    bench.answer(201, Bodies.ended(status)); // granted the first time, and over since

    assertThat(claim.isHeld()).isFalse();
    assertThat(claim.ended()).isCompletedWithValue(State.FAIL);
    Failure failure = ((ClaimEvent.Failed) bench.lastEvent()).failure();
    assertThat(failure.kind()).isEqualTo(Failure.Kind.REFUSED);
    assertThat(failure.detail()).contains("the cluster says that it is " + status);
    assertThat(bench.transport.writes()).hasSize(2); // nothing is asked of what has ended
  }

  @Test
  void a_repeated_filing_that_shows_the_claim_as_it_is_now_counts_from_the_first_sending() {
    ClaimHandle claim = bench.claim(Optional.empty());
    bench.time.pass(Duration.ofSeconds(10));
    bench.noAnswer();
    bench.pass(Duration.ofMillis(50));
    bench.answer(201, Bodies.active(19.9)); // what is left now

    assertThat(claim.remaining()).isBetween(Duration.ofSeconds(9), Duration.ofSeconds(10));
  }

  @Test
  void a_repeated_filing_that_was_promoted_meanwhile_is_asked_about_before_it_is_believed() {
    ClaimHandle claim = bench.claim(Optional.empty());
    bench.noAnswer();
    bench.pass(Duration.ofMillis(50));
    bench.answer(202, Bodies.active(85)); // filed as waiting, promoted, with a grace
    assertThat(claim.isHeld()).isFalse();

    bench.pass(Duration.ofMillis(50));
    assertThat(bench.lastWrite()).contains("{\"status\":\"active\"}");
    bench.answer(200, Bodies.active(30));
    assertThat(claim.remaining()).isBetween(Duration.ofMillis(29_800), Duration.ofMillis(29_850));
  }

  @Test
  void the_grace_of_a_promotion_is_not_believed_only_the_ttl_from_the_own_question_on() {
    ClaimHandle claim = bench.waiting();
    bench.watchShows(Bodies.active(90)); // 60 s of grace, which our question ends
    assertThat(claim.isHeld()).isFalse();

    bench.time.pass(Duration.ofSeconds(2));
    bench.answer(200, Bodies.active(90)); // from a node that counts the grace in all the same

    assertThat(claim.remaining()).isEqualTo(Duration.ofMillis(27_850));
  }

  @Test
  void a_promotion_counts_from_the_question_that_was_answered() {
    ClaimHandle claim = bench.waiting();
    bench.watchShows(Bodies.active(90));
    bench.time.pass(Duration.ofSeconds(5)); // this question may have started the ttl
    bench.noAnswer();
    bench.pass(Duration.ofMillis(50));
    bench.answer(200, Bodies.active(25)); // so this much was left when the next one came

    assertThat(claim.remaining()).isBetween(Duration.ofMillis(24_825), Duration.ofMillis(24_875));
  }

  @Test
  void a_promotion_that_ran_out_before_an_answer_came_is_not_believed() {
    ClaimHandle claim = bench.waiting();
    bench.watchShows(Bodies.active(90));
    bench.noAnswer();
    bench.pass(Duration.ofMillis(50));
    bench.answer(400, Bodies.EXPIRED);

    assertThat(claim.isHeld()).isFalse();
    assertThat(bench.lastEvent()).isInstanceOf(ClaimEvent.Failed.class);
  }

  @Test
  void a_shorter_renewal_that_a_silent_node_may_still_carry_out_bounds_all_later_ones() {
    ClaimHandle claim = bench.held();
    bench.pass(Duration.ofSeconds(10));
    bench.noAnswer(); // a node has it, and may go on at any time
    claim.refresh(Duration.ofSeconds(600));
    bench.pass(Duration.ofMillis(5));
    assertThat(bench.lastWrite()).contains("{\"ttl\":600.0}");
    bench.answer(200, Bodies.active(600));

    assertThat(claim.isHeld()).isTrue();
    assertThat(claim.remaining()).isLessThan(Duration.ofSeconds(30));
    bench.pass(Duration.ofSeconds(11));
    assertThat(bench.transport.writes()).hasSize(4); // renewed in time for the shorter one
  }

  @Test
  void a_renewal_that_had_to_be_sent_to_a_second_node_may_still_be_carried_out_by_the_first() {
    ClaimHandle claim = bench.held();
    bench.pass(Duration.ofSeconds(10));
    bench
        .transport
        .lastWrite()
        .reply()
        .complete(HttpAnswer.of(200, Bodies.active(30)).sentBefore());
    bench.time.run();
    claim.refresh(Duration.ofSeconds(600));
    bench.pass(Duration.ofMillis(5));
    bench.answer(200, Bodies.active(600));

    assertThat(claim.remaining()).isLessThan(Duration.ofSeconds(30));
  }
}
