package io.tenure.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** From when on the ttl of a claim counts that had to wait. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PromotedClaimsTest {

  private final ClaimTales tales = new ClaimTales();
  private final Checker checker = new ExpiryChecker();

  @Test
  void what_freed_the_resource_may_have_been_under_way_when_the_claim_still_waited() {
    tales.queued(0, 10, 1).read(5_000, 5_010, 1, "waiting").readActive(5_100, 5_200, 1, 5, 600);
    assertThat(outcome()).isEqualTo(Outcome.VALID);
  }

  @Test
  void but_not_for_longer_than_the_cluster_s_clock_goes_on_without_a_commit() {
    tales.queued(0, 10, 1).read(5_000, 5_010, 1, "waiting").read(5_500, 5_600, 1, "expired");
    assertThat(outcome()).isEqualTo(Outcome.VALID);

    ClaimTales early = new ClaimTales();
    early.queued(4_000, 4_010, 1).read(4_500, 4_510, 1, "waiting");
    early.readActive(4_600, 4_610, 1, 5, 400).read(4_800, 4_900, 1, "expired");
    assertThat(early.judgedBy(checker).outcome()).isEqualTo(Outcome.INVALID);
  }

  private Outcome outcome() {
    return tales.judgedBy(checker).outcome();
  }
}
