package io.tenure.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A client that was promoted counts from before it asked what is left of its ttl. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PromotedClaimsTest {

  private final ClaimTales tales = new ClaimTales();

  private CheckOutcome outcome(Checker checker) {
    return tales.judgedBy(checker).outcome();
  }

  @Test
  void what_freed_the_resource_may_have_been_under_way_when_the_claim_still_waited() {
    tales.queued(0, 10, 1).read(5_000, 5_010, 1, "waiting").readActive(5_100, 5_200, 1, 5, 600);
    tales.read(5_500, 5_600, 1, "expired");
    assertThat(outcome(new ExpiryChecker())).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void a_lease_lasts_what_its_owner_was_told_to_the_millisecond() {
    tales.queued(0, 10, 1).confirmed(5_000, 5_010, 1, 5, 800).read(5_700, 5_801, 1, "expired");
    assertThat(outcome(new ExpiryChecker())).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void and_not_a_millisecond_less() {
    tales.queued(0, 10, 1).confirmed(5_000, 5_010, 1, 5, 800).read(5_700, 5_799, 1, "expired");
    assertThat(outcome(new ExpiryChecker())).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void nobody_else_holds_it_meanwhile() {
    tales.queued(0, 10, 1).confirmed(5_000, 5_010, 1, 5, 800);
    tales.queued(20, 30, 2).confirmed(5_750, 5_810, 2, 6, 900);
    assertThat(outcome(new HoldersChecker())).isEqualTo(CheckOutcome.VALID);
    tales.queued(40, 50, 3).confirmed(6_600, 6_640, 3, 7, 900);
    assertThat(outcome(new HoldersChecker())).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void nor_is_another_shown_as_active() {
    tales.queued(0, 10, 1).confirmed(5_000, 5_010, 1, 5, 800);
    tales.queued(20, 30, 2).readActive(5_750, 5_790, 2, 6, 900);
    assertThat(outcome(new HoldersChecker())).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void who_has_not_asked_may_be_given_a_grace_and_who_has_may_not() {
    tales.queued(0, 10, 1).readActive(100, 110, 1, 5, 900).readActive(6_000, 6_010, 1, 5, 900);
    assertThat(outcome(new ExpiryChecker())).isEqualTo(CheckOutcome.INVALID);
    assertThat(withGrace()).isEqualTo(CheckOutcome.VALID);
    tales.confirmed(200, 210, 1, 5, 900);
    assertThat(withGrace()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void who_waited_for_its_grant_has_no_grace() {
    tales
        .draft("file", 0, 10)
        .asks(Field.MARKER, "m1", Field.TTL_MILLIS, 1000L, Field.WAIT_MILLIS, 50L)
        .ok(Result.QUEUED, Field.CLAIM, 1L, Field.STATUS, "waiting");
    tales.readActive(100, 110, 1, 5, 900).readActive(6_000, 6_010, 1, 5, 900);
    assertThat(withGrace()).isEqualTo(CheckOutcome.INVALID);
  }

  private CheckOutcome withGrace() {
    Evidence plain = tales.story().evidence();
    Tolerance tolerance = Tolerance.DEFAULT.withPromotionGrace(Duration.ofSeconds(5));
    return new ExpiryChecker()
        .check(new Evidence(plain.history(), List.of(), List.of(), tolerance))
        .outcome();
  }
}
