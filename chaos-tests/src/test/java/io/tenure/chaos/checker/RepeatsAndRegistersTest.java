package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.CLAIM;
import static io.tenure.chaos.history.Field.CODE;
import static io.tenure.chaos.history.Field.MARKER;
import static io.tenure.chaos.history.Field.REQUEST_KEY;
import static io.tenure.chaos.history.Field.STATUS;
import static io.tenure.chaos.history.Field.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Requests that are repeated, and writes that are fenced. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RepeatsAndRegistersTest {

  private final Story story = new Story();

  @Nested
  @DisplayNameGeneration(ReplaceUnderscores.class)
  class Repeats {

    private final Checker checker = new RepeatsChecker();

    private Story.Draft attempt(long from, long to) {
      return story.op(1, "k", "file").at(from, to).asks(MARKER, "m", REQUEST_KEY, "r");
    }

    private void census(Object... claims) {
      story.op(2, "k", "census").at(900, 910).ok(Result.SEEN, Field.CLAIMS, List.of(claims));
    }

    private CheckOutcome outcome() {
      return checker.check(story.evidence()).outcome();
    }

    @Test
    void the_same_answer_each_time_is_fine() {
      attempt(0, 10).unknown();
      attempt(20, 30).ok(Result.GRANTED, CLAIM, 1L, TOKEN, 5L, CODE, 201);
      attempt(40, 50).ok(Result.GRANTED, CLAIM, 1L, TOKEN, 5L, CODE, 201);
      census(Story.map(CLAIM, 1L, STATUS, "active", MARKER, "m"));
      assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
    }

    @Test
    void another_answer_is_not() {
      attempt(20, 30).ok(Result.GRANTED, CLAIM, 1L, TOKEN, 5L, CODE, 201);
      attempt(40, 50).ok(Result.QUEUED, CLAIM, 2L, CODE, 202);
      assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void another_status_or_ttl_is_not() {
      attempt(20, 30).ok(Result.GRANTED, CLAIM, 1L, TOKEN, 5L, CODE, 201, STATUS, "active");
      attempt(40, 50).ok(Result.GRANTED, CLAIM, 1L, TOKEN, 5L, CODE, 201, STATUS, "expired");
      assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void less_of_the_ttl_is_not_the_same_answer() {
      granted(20, 30, 1_000_000L);
      granted(40, 50, 980_000L);
      assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void unless_it_is_marked_and_shows_the_claim_as_it_is_now() {
      granted(20, 30, 1_000_000L);
      replayed(40, 50, 1L, "active", Field.REMAINING_MICROS, 980_000L);
      replayed(2000, 2010, 1L, "expired");
      assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
    }

    @Test
    void a_marked_answer_about_another_claim_or_an_earlier_state_is_not_fine() {
      granted(20, 30, 1_000_000L);
      replayed(40, 50, 2L, "active");
      assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void a_marked_answer_never_goes_back() {
      granted(20, 30, 1_000_000L);
      replayed(1100, 1110, 1L, "expired");
      replayed(1200, 1210, 1L, "active");
      assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
      assertThat(new ReadsChecker().check(story.evidence()).outcome())
          .isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void where_repetitions_are_marked_none_is_without() {
      granted(20, 30, 1_000_000L);
      replayed(40, 50, 1L, "active");
      granted(60, 70, 1_000_000L);
      assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void two_clients_with_one_key_have_one_claim() {
      granted(20, 30, 1_000_000L);
      story
          .op(2, "k", "file")
          .at(25, 35)
          .asks(MARKER, "m", REQUEST_KEY, "r")
          .ok(Result.QUEUED, CLAIM, 2L, CODE, 202);
      assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
    }

    private void granted(long from, long to, long remaining) {
      attempt(from, to)
          .ok(
              Result.GRANTED,
              CLAIM,
              1L,
              TOKEN,
              5L,
              CODE,
              201,
              STATUS,
              "active",
              Field.REMAINING_MICROS,
              remaining);
    }

    private void replayed(long from, long to, long claim, String status, Object... more) {
      Map<String, Object> fields = new HashMap<>(Story.map(more));
      fields.putAll(Story.map(CLAIM, claim, TOKEN, 5L, CODE, 201, STATUS, status));
      fields.put(Field.REPLAYED, true);
      attempt(from, to).ok(Result.GRANTED, fields);
    }

    @Test
    void two_claims_of_one_wish_are_not_even_if_nobody_was_told() {
      attempt(0, 10).unknown();
      attempt(20, 30).ok(Result.QUEUED, CLAIM, 2L, CODE, 202);
      census(
          Story.map(CLAIM, 1L, STATUS, "active", MARKER, "m"),
          Story.map(CLAIM, 2L, STATUS, "waiting", MARKER, "m"));
      assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void a_claim_that_nobody_filed_is_not() {
      census(Story.map(CLAIM, 1L, STATUS, "active", MARKER, "x"));
      assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void a_repeated_answer_counts_from_the_first_attempt() {
      // Its ttl began with the attempt whose answer was lost, so nothing was held too long.
      attempt(0, 10).asks(Field.TTL_MILLIS, 1000L).unknown();
      attempt(700, 710)
          .asks(Field.TTL_MILLIS, 1000L)
          .ok(
              Result.GRANTED,
              CLAIM,
              1L,
              TOKEN,
              5L,
              STATUS,
              "active",
              Field.REMAINING_MICROS,
              1_000_000L);
      story
          .op(2, "k", "read")
          .at(1000, 1100)
          .asks(CLAIM, 1L)
          .ok(Result.SEEN, STATUS, "expired", TOKEN, 5L);
      assertThat(new ExpiryChecker().check(story.evidence()).outcome())
          .isEqualTo(CheckOutcome.VALID);
    }
  }

  @Nested
  @DisplayNameGeneration(ReplaceUnderscores.class)
  class Registers {

    private final Checker checker = new RegisterChecker();

    private void write(long at, long token, long asked, String result) {
      story
          .op(1, "k", "write")
          .at(at, at)
          .asks(
              TOKEN,
              token,
              Field.ASKED_NANOS,
              Story.nanos(asked),
              Field.LEFT_NANOS,
              Story.nanos(1000))
          .ok(result, Field.SEQUENCE, at);
    }

    @Test
    void tokens_that_never_fall_are_fine() {
      write(10, 5, 0, Result.TAKEN);
      write(20, 5, 0, Result.TAKEN);
      write(30, 7, 25, Result.TAKEN);
      assertThat(checker.check(story.evidence()).outcome()).isEqualTo(CheckOutcome.VALID);
    }

    @Test
    void an_older_token_of_somebody_who_believes_to_hold_is_not() {
      write(10, 7, 0, Result.TAKEN);
      write(20, 5, 0, Result.REFUSED);
      assertThat(checker.check(story.evidence()).outcome()).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void where_clocks_drift_the_last_of_a_lease_is_no_ground_for_belief() {
      write(10, 7, 0, Result.TAKEN);
      write(970, 5, 0, Result.REFUSED);
      Evidence exact = story.evidence();
      Evidence drifting =
          new Evidence(
              exact.history(), List.of(), List.of(), Tolerance.DEFAULT.withClockRate(1.05));
      assertThat(checker.check(exact).outcome()).isEqualTo(CheckOutcome.INVALID);
      assertThat(checker.check(drifting).outcome()).isEqualTo(CheckOutcome.VALID);
    }
  }
}
