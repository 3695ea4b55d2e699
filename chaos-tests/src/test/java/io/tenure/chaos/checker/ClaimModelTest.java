package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.CLAIM;
import static io.tenure.chaos.history.Field.ENDING;
import static io.tenure.chaos.history.Field.MARKER;
import static io.tenure.chaos.history.Field.POSITION;
import static io.tenure.chaos.history.Field.STATUS;
import static io.tenure.chaos.history.Field.TOKEN;
import static io.tenure.chaos.history.Field.TTL_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A holder and a queue, searched for an order that explains what clients saw. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClaimModelTest {

  private final ClaimTales tales = new ClaimTales();

  private CheckOutcome outcome() {
    return tales.judgedBy(new LinearizabilityChecker(Map.of())).outcome();
  }

  @Test
  void one_holds_one_waits_and_is_promoted() {
    tales.granted(0, 10, 1, 5).queued(20, 30, 2).read(40, 50, 2, "waiting");
    tales.released(60, 70, 1).readActive(80, 90, 2, 6, 900).confirmed(100, 110, 2, 6, 880);
    tales.released(120, 130, 2).read(140, 150, 2, "released").granted(160, 170, 3, 7);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void two_grants_at_once_are_not_possible() {
    tales.granted(0, 10, 1, 5).granted(20, 30, 2, 6);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void a_lease_ends_by_itself_after_its_ttl_and_not_before() {
    tales.granted(0, 10, 1, 5).granted(900, 1000, 2, 6);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
    tales.granted(1500, 1899, 3, 7);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void what_the_owner_was_told_is_left_counts() {
    tales.granted(0, 10, 1, 5).queued(20, 30, 2).read(990, 1010, 1, "expired");
    tales.confirmed(1100, 1110, 2, 6, 900).read(1900, 1999, 2, "expired");
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void a_read_from_before_a_commit_does_not_prolong_what_was_stamped_already() {
    // Released at 510, which nobody sees before 800: the next one's ttl counts from 510.
    tales.granted(0, 10, 1, 5).queued(20, 30, 2).released(500, 900, 1);
    tales.read(700, 800, 2, "waiting").readActive(850, 950, 2, 6, 600);
    tales.read(1500, 1520, 2, "expired");
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void the_first_in_line_is_the_next() {
    tales.granted(0, 10, 1, 5).queued(20, 30, 2).queued(40, 50, 3).released(60, 70, 1);
    tales.readActive(80, 90, 3, 6, 900);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void unless_it_has_left_the_line_or_its_lease_has_ended() {
    tales.granted(0, 10, 1, 5).queued(20, 30, 2).queued(40, 50, 3).released(60, 70, 1);
    tales.draft("end", 75, 1000).asks(CLAIM, 2L, ENDING, "withdrawn").unknown();
    tales.readActive(80, 90, 3, 6, 900);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void positions_in_line_are_right() {
    tales.granted(0, 10, 1, 5).queued(20, 30, 2).queued(40, 50, 3);
    waits(60, 70, 3, 2);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
    waits(80, 90, 3, 1);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  private void waits(long from, long to, long claim, long position) {
    tales
        .draft("read", from, to)
        .asks(CLAIM, claim)
        .ok(Result.SEEN, STATUS, "waiting", POSITION, position);
  }

  @Test
  void a_claim_that_nobody_was_told_of_is_known_by_the_census() {
    tales.draft("file", 0, 10).asks(MARKER, "m1", TTL_MILLIS, 1000L).unknown();
    tales.queued(20, 30, 2).readActive(40, 50, 2, 6, 900);
    tales.remains(2, "active", 6).census(2000, 2010);
    assertThat(outcome()).as("nobody was ahead").isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void and_explains_why_others_wait() {
    tales.draft("file", 0, 10).asks(MARKER, "m1", TTL_MILLIS, 1000L).unknown();
    tales.queued(20, 30, 2).readActive(990, 1010, 2, 6, 900);
    tales.remains(1, "expired", 5).remains(2, "active", 6).census(2000, 2010);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void without_a_census_it_cannot_be_judged() {
    tales.draft("file", 0, 10).asks(MARKER, "m1", TTL_MILLIS, 1000L).unknown();
    tales.queued(20, 30, 2);
    assertThat(outcome()).isEqualTo(CheckOutcome.UNKNOWN);
  }

  @Test
  void who_files_and_waits_is_told_of_a_later_state() {
    tales.granted(0, 10, 1, 5);
    tales
        .draft("file", 20, 200)
        .asks(MARKER, "m2", TTL_MILLIS, 1000L, Field.WAIT_MILLIS, 500L)
        .ok(Result.GRANTED, CLAIM, 2L, TOKEN, 6L, STATUS, "active");
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
    tales.released(50, 60, 1);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void a_repeated_filing_is_one() {
    tales.granted(0, 10, 1, 5).granted(40, 50, 1, 5).queued(20, 30, 2);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void an_end_is_final() {
    tales.granted(0, 10, 1, 5).read(1000, 1010, 1, "expired").renewed(1020, 1030, 1, 5);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void requests_that_were_repeated_without_an_answer_are_judged_as_one() {
    for (int claim = 1; claim <= 8; claim++) {
      for (int attempt = 0; attempt < 12; attempt++) {
        long at = claim * 10L + attempt * 20L;
        unanswered("file", at, claim).asks(MARKER, "m" + claim, TTL_MILLIS, 1000L).unknown();
        unanswered("end", at + 5, claim).asks(CLAIM, (long) claim, ENDING, "withdrawn").unknown();
      }
      tales.remains(claim, claim % 2 == 0 ? "withdrawn" : "expired", 0);
    }
    tales.granted(40_000, 40_010, 9, 99).remains(9, "active", 99);
    tales.granted(40_100, 40_110, 10, 100).remains(10, "active", 100).census(50_000, 50_010);
    assertThat(outcome()).as("9 counts until 41,000").isEqualTo(CheckOutcome.INVALID);
  }

  private Story.Draft unanswered(String action, long from, int claim) {
    return tales.draft(action, from, from + 10_000).asks(Field.REQUEST_KEY, action + claim);
  }

  @Test
  void no_verdict_in_time_is_not_a_pass() {
    for (int i = 0; i < 400; i++) {
      tales.draft("file", 0, 5000).asks(MARKER, "m" + i, TTL_MILLIS, 10_000L).unknown();
      tales.remains(i, "waiting", 0);
      tales.draft("read", 0, 6000).asks(CLAIM, (long) i).ok(Result.SEEN, STATUS, "active");
    }
    tales.census(9000, 9010);
    Evidence plain = tales.story().evidence();
    Tolerance none =
        new Tolerance(
            1, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ofMillis(1), Duration.ZERO);
    Evidence hurried = new Evidence(plain.history(), List.of(), List.of(), none);
    assertThat(new LinearizabilityChecker(Map.of()).check(hurried).outcome())
        .isEqualTo(CheckOutcome.UNKNOWN);
  }
}
