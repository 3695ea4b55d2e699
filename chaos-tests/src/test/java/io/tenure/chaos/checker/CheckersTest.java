package io.tenure.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Every checker on a history that keeps its promise, and on some that break it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CheckersTest {

  private final ClaimTales tales = new ClaimTales();

  private CheckOutcome outcome(Checker checker) {
    return tales.judgedBy(checker).outcome();
  }

  @Nested
  @DisplayNameGeneration(ReplaceUnderscores.class)
  class One_holder {

    private final Checker checker = new HoldersChecker();

    @Test
    void holds_that_follow_each_other_are_fine() {
      tales.granted(0, 10, 1, 5).released(500, 520, 1).granted(510, 530, 2, 6);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);
    }

    @Test
    void a_grant_after_the_ttl_is_fine_and_before_it_is_not() {
      tales.granted(0, 10, 1, 5).granted(990, 1001, 2, 6);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);

      tales.granted(1500, 1990, 3, 7).granted(1990, 2400, 4, 8);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void a_renewal_prolongs_the_hold_and_names_both_holders() {
      tales.granted(0, 10, 1, 5).renewed(800, 810, 1, 5).granted(1100, 1200, 2, 6);
      Verdict verdict = tales.judgedBy(checker);
      assertThat(verdict.outcome()).isEqualTo(CheckOutcome.INVALID);
      assertThat(verdict.details().get(0)).contains("claim 1", "claim 2", "#1", "#3");
    }

    @Test
    void a_renewal_without_an_answer_prolongs_nothing() {
      tales.granted(0, 10, 1, 5);
      tales.draft("renew", 800, 810).asks(Field.CLAIM, 1L, Field.TTL_MILLIS, 1000L).unknown();
      tales.granted(1100, 1200, 2, 6);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);
    }

    @Test
    void locks_are_judged_like_claims() {
      Story story = tales.story().workload("locks");
      lock(story, 0, 10, 5);
      story
          .op(1, "k", "renew")
          .at(500, 510)
          .asks(Field.PROOF, 5L, Field.TTL_MILLIS, 1000L)
          .ok(Result.RENEWED, Field.TOKEN, 6L);
      story.op(1, "k", "release").at(600, 610).asks(Field.PROOF, 6L).ok(Result.ENDED);
      lock(story, 605, 620, 7);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);

      lock(story, 700, 710, 8);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    private void lock(Story story, long from, long to, long token) {
      story
          .op(2, "k", "lock")
          .at(from, to)
          .asks(Field.TTL_MILLIS, 1000L)
          .ok(Result.GRANTED, Field.TOKEN, token);
    }
  }

  @Nested
  @DisplayNameGeneration(ReplaceUnderscores.class)
  class Tokens {

    private final Checker checker = new TokensChecker();

    @Test
    void later_grants_have_larger_tokens_and_overlapping_ones_any() {
      tales.granted(0, 10, 1, 5).granted(20, 40, 2, 7).granted(30, 50, 3, 6);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);
    }

    @Test
    void a_later_grant_with_a_smaller_token_is_not_fine() {
      tales.granted(0, 10, 1, 5).granted(20, 30, 2, 4);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void a_token_given_twice_is_not_fine() {
      tales.granted(0, 10, 1, 5).granted(5, 30, 2, 5);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void a_claim_that_changes_its_token_is_not_fine() {
      tales.granted(0, 10, 1, 5).renewed(20, 30, 1, 6);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void the_token_of_a_claim_from_the_queue_counts_from_its_filing() {
      tales.queued(0, 10, 1).granted(20, 30, 2, 6).readActive(40, 50, 1, 5, 900);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);
    }
  }

  @Nested
  @DisplayNameGeneration(ReplaceUnderscores.class)
  class Queue_order {

    private final Checker checker = new QueueChecker();

    @Test
    void first_come_first_served() {
      tales.queued(0, 10, 1).queued(20, 30, 2).readActive(40, 50, 1, 5, 900);
      tales.readActive(60, 70, 2, 6, 900);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);
    }

    @Test
    void the_later_one_first_is_not_fine_unless_they_overlapped() {
      tales.queued(0, 10, 1).queued(5, 30, 2).readActive(40, 50, 2, 5, 900);
      tales.readActive(60, 70, 1, 6, 900);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);

      tales.queued(80, 90, 3).queued(100, 110, 4).readActive(120, 130, 4, 7, 900);
      tales.readActive(140, 150, 3, 8, 900);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void who_still_waits_was_passed_over_if_a_later_one_was_granted() {
      tales.queued(0, 10, 1).queued(20, 30, 2).readActive(40, 50, 2, 5, 900);
      tales.remains(1, "waiting", 0).remains(2, "active", 5).census(100, 110);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void who_left_the_line_was_not_passed_over() {
      tales.queued(0, 10, 1).queued(20, 30, 2).readActive(40, 50, 2, 5, 900);
      tales.remains(1, "withdrawn", 0).remains(2, "active", 5).census(100, 110);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);
    }
  }

  @Nested
  @DisplayNameGeneration(ReplaceUnderscores.class)
  class Durability {

    private final Checker checker = new DurabilityChecker();

    @Test
    void what_was_acknowledged_is_there_as_it_was_told() {
      tales.granted(0, 10, 1, 5).queued(20, 30, 2).released(40, 50, 1);
      tales.remains(1, "released", 5).remains(2, "active", 6).census(100, 110);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);
    }

    @Test
    void a_claim_that_is_not_there_is_lost() {
      tales.granted(0, 10, 1, 5).census(100, 110);
      assertThat(tales.judgedBy(checker).details()).singleElement().asString().contains("lost");
    }

    @Test
    void a_key_that_was_not_counted_is_not_judged() {
      tales.granted(0, 10, 1, 5);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.UNKNOWN);
    }

    @Test
    void a_release_that_was_acknowledged_is_not_forgotten() {
      tales.granted(0, 10, 1, 5).released(20, 30, 1).remains(1, "active", 5).census(100, 110);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void a_release_that_was_not_answered_may_have_happened() {
      tales.granted(0, 10, 1, 5).releasedMaybe(20, 30, 1);
      tales.remains(1, "released", 5).census(100, 110);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);
    }

    @Test
    void nobody_is_released_without_a_wish() {
      tales.granted(0, 10, 1, 5).remains(1, "released", 5).census(100, 110);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void another_token_is_not_fine() {
      tales.granted(0, 10, 1, 5).remains(1, "active", 6).census(100, 110);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }
  }

  @Nested
  @DisplayNameGeneration(ReplaceUnderscores.class)
  class Expiry {

    private final Checker checker = new ExpiryChecker();

    @Test
    void a_lease_that_ends_after_its_ttl_is_fine() {
      tales.granted(0, 10, 1, 5).read(900, 1001, 1, "expired");
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);
    }

    @Test
    void a_lease_that_ends_a_moment_before_is_not() {
      tales.granted(0, 10, 1, 5).read(900, 999, 1, "expired");
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void a_renewal_counts_even_if_its_answer_comes_later() {
      tales.granted(0, 10, 1, 5).renewed(900, 1600, 1, 5).read(1400, 1500, 1, "expired");
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void the_census_is_an_observation_too() {
      tales.granted(0, 10, 1, 5).remains(1, "expired", 5).census(500, 510);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void a_ttl_that_runs_faster_than_the_clock_is_not_fine() {
      tales.granted(0, 10, 1, 5).readActive(400, 500, 1, 5, 501);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);

      tales.readActive(600, 700, 1, 5, 200);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void a_lease_that_does_not_end_is_late_unless_there_was_a_fault() {
      tales.granted(0, 10, 1, 5).readActive(5000, 5010, 1, 5, 0);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);

      tales.story().fault(new FaultSpan("pause", "n1", Story.nanos(100), Story.nanos(2000), ""));
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);
    }

    @Test
    void a_clock_that_may_run_fast_makes_leases_shorter() {
      tales.granted(0, 10, 1, 5).read(900, 960, 1, "expired");
      Evidence exact = tales.story().evidence();
      Evidence drifting =
          new Evidence(
              exact.history(), List.of(), List.of(), Tolerance.DEFAULT.withClockRate(1.05));

      assertThat(checker.check(exact).outcome()).isEqualTo(CheckOutcome.INVALID);
      assertThat(checker.check(drifting).outcome()).isEqualTo(CheckOutcome.VALID);
    }
  }

  @Nested
  @DisplayNameGeneration(ReplaceUnderscores.class)
  class Reading {

    private final Checker checker = new ReadsChecker();

    @Test
    void reads_that_go_forward_are_fine() {
      tales.queued(0, 10, 1).read(20, 30, 1, "waiting").readActive(40, 50, 1, 5, 900);
      tales.released(60, 90, 1).readActive(70, 80, 1, 5, 900).read(100, 110, 1, "released");
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);
    }

    @Test
    void a_stale_read_is_not_fine() {
      tales.granted(0, 10, 1, 5).released(20, 30, 1).readActive(40, 50, 1, 5, 900);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void a_claim_that_cannot_be_found_is_not_fine() {
      tales.granted(0, 10, 1, 5);
      tales.draft("read", 20, 30).asks(Field.CLAIM, 1L).ok(Result.ABSENT);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }
  }

  @Nested
  @DisplayNameGeneration(ReplaceUnderscores.class)
  class Reading_locally {

    private final Checker checker = new LocalReadsChecker();

    @Test
    void a_local_read_may_be_as_old_as_it_says() {
      tales.granted(0, 10, 1, 5).released(20, 30, 1).readLocal(5000, 5010, 1, "active", 4500);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);
    }

    @Test
    void but_not_older() {
      tales.granted(0, 10, 1, 5).released(20, 30, 1).readLocal(5000, 5010, 1, "active", 3000);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void and_it_does_not_go_back_over_one_connection() {
      tales.granted(0, 10, 1, 5).released(20, 30, 1);
      tales.readLocal(40, 50, 1, "released", 0).readLocal(60, 70, 1, "active", 9000);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void nothing_is_read_from_the_future() {
      tales.granted(0, 10, 1, 5).readLocal(20, 30, 1, "released", 0).released(40, 50, 1);
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }
  }

  @Nested
  @DisplayNameGeneration(ReplaceUnderscores.class)
  class States {

    private final Checker checker = new StatesChecker();

    @Test
    void equal_states_are_fine() {
      tales.story().state("n1", 7, "a").state("n2", 7, "a");
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.VALID);
    }

    @Test
    void different_states_after_one_entry_are_not() {
      tales.story().state("n1", 7, "a").state("n2", 7, "b");
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.INVALID);
    }

    @Test
    void a_node_that_is_behind_or_silent_is_not_judged() {
      tales.story().state("n1", 7, "a").state("n2", 6, "b");
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.UNKNOWN);
    }

    @Test
    void nor_is_nothing() {
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.UNKNOWN);
      tales.story().state("n1", 7, "a").state("n2", 0, "");
      assertThat(outcome(checker)).isEqualTo(CheckOutcome.UNKNOWN);
    }
  }

  @Test
  void the_worst_verdict_counts_and_no_verdict_is_no_success() {
    Verdict valid = new Verdict("a", CheckOutcome.VALID, "", List.of());
    Verdict unknown = new Verdict("b", CheckOutcome.UNKNOWN, "", List.of());
    Verdict invalid = new Verdict("c", CheckOutcome.INVALID, "", List.of());

    assertThat(Checkers.worst(List.of(valid, valid))).isEqualTo(CheckOutcome.VALID);
    assertThat(Checkers.worst(List.of(valid, unknown))).isEqualTo(CheckOutcome.UNKNOWN);
    assertThat(Checkers.worst(List.of(unknown, invalid, valid))).isEqualTo(CheckOutcome.INVALID);
    assertThat(Checkers.worst(List.of())).isEqualTo(CheckOutcome.UNKNOWN);
  }

  @Test
  void an_empty_run_is_not_valid() {
    assertThat(Checkers.worst(Checkers.check(new Story().evidence())))
        .isEqualTo(CheckOutcome.UNKNOWN);
  }

  @Test
  void an_answer_that_no_document_allows_is_not_fine() {
    tales.granted(0, 10, 1, 5);
    assertThat(outcome(new AnswersChecker())).isEqualTo(CheckOutcome.VALID);

    tales.draft("read", 20, 30).ok(Result.ODD);
    assertThat(outcome(new AnswersChecker())).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void a_workload_of_which_nothing_succeeded_proves_nothing() {
    tales.draft("file", 0, 10).fail();
    assertThat(outcome(new AnswersChecker())).isEqualTo(CheckOutcome.UNKNOWN);
    assertThat(Set.of(CheckOutcome.values())).hasSize(3);
  }
}
