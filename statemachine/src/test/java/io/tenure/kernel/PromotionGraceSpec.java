package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.POLL;
import static io.tenure.kernel.Command.WhenHeld.REFUSE;
import static io.tenure.kernel.Scenario.ONE_MICRO;
import static io.tenure.kernel.Scenario.TTL;
import static io.tenure.kernel.Scenario.WHOLE_TTL;
import static io.tenure.kernel.Scenario.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Event.ClaimAsked;
import io.tenure.kernel.Proof.ByClaim;
import io.tenure.kernel.Result.Confirmed;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.IllegalTransition;
import io.tenure.kernel.Result.NoSuchClaim;
import io.tenure.kernel.Result.NotActive;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Renewed;
import io.tenure.kernel.Result.StillWaiting;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PromotionGraceSpec {

  private static final Duration GRACE = Duration.ofSeconds(60);
  private static final Duration LONGEST_GRACE = Duration.ofMinutes(10);

  private final Scenario cluster = Scenario.newest();

  /** Alice holds, Bob waits and polls. */
  private ClaimId bobPolls() {
    cluster.granted("r", "alice");
    return cluster.polling("r", "bob");
  }

  private ClaimId bobIsPromoted() {
    ClaimId bobs = bobPolls();
    aliceReleases();
    return bobs;
  }

  private void aliceReleases() {
    cluster.release("r", new ByClaim(cluster.holding("r").id()));
  }

  private void asks(ClaimId claim, Duration later) {
    assertThat(cluster.after(later).amend(claim, ClaimStatus.ACTIVE))
        .isInstanceOf(StillWaiting.class);
  }

  private void endsAfter(Duration left) {
    assertThat(cluster.holding("r").tenure().expiresAt())
        .isEqualTo(cluster.now().plusMicros(left.toNanos() / 1_000));
  }

  @Test
  void a_client_that_polls_keeps_its_turn() {
    ClaimId bobs = bobIsPromoted();

    Result asked = cluster.after(GRACE.minus(ONE_MICRO)).amend(bobs, ClaimStatus.ACTIVE);

    assertThat(asked).isInstanceOf(Confirmed.class);
    assertThat(((Confirmed) asked).claim().remaining()).isEqualTo(TTL);
    endsAfter(WHOLE_TTL);
  }

  @Test
  void a_promoted_claim_is_active_at_once_and_shows_its_grace_and_its_ttl() {
    bobIsPromoted();

    ClaimView shown = cluster.view().holder(Scenario.key("r")).orElseThrow();
    assertThat(shown.claim().isActive()).isTrue();
    assertThat(shown.remaining()).isEqualTo(Ttl.ofSeconds(90));
    assertThat(cluster.acquire("r", "carol", REFUSE)).isInstanceOf(Held.class);
  }

  @Test
  void an_owner_that_never_asks_loses_its_turn_after_the_grace_and_the_ttl() {
    ClaimId bobs = bobIsPromoted();
    ClaimId carols = cluster.polling("r", "carol");

    cluster.after(GRACE.plus(WHOLE_TTL).minus(ONE_MICRO)).tick();
    assertThat(cluster.holding("r").id()).isEqualTo(bobs);

    cluster.after(ONE_MICRO).tick();
    assertThat(cluster.holding("r").id()).isEqualTo(carols);
    endsAfter(GRACE.plus(WHOLE_TTL));
    assertThat(cluster.archive.ended(bobs).orElseThrow().status()).isEqualTo(ClaimStatus.EXPIRED);
    assertThat(cluster.amend(bobs, ClaimStatus.ACTIVE)).isEqualTo(new NoSuchClaim(bobs));
  }

  @Test
  void only_the_first_ask_starts_the_ttl() {
    ClaimId bobs = bobIsPromoted();
    cluster.after(Duration.ofSeconds(10)).amend(bobs, ClaimStatus.ACTIVE);

    cluster.after(Duration.ofSeconds(20)).amend(bobs, ClaimStatus.ACTIVE);

    endsAfter(Duration.ofSeconds(10));
    assertThat(cluster.events()).noneMatch(ClaimAsked.class::isInstance);
  }

  @Test
  void an_ask_after_the_grace_changes_nothing() {
    ClaimId bobs = bobIsPromoted();

    cluster.after(GRACE.plusSeconds(20)).amend(bobs, ClaimStatus.ACTIVE);

    endsAfter(Duration.ofSeconds(10));
  }

  @Test
  void a_renewal_within_the_grace_is_an_ask_too() {
    ClaimId bobs = bobIsPromoted();

    assertThat(cluster.after(Duration.ofSeconds(10)).amend(bobs, Ttl.ofSeconds(5)))
        .isInstanceOf(Renewed.class);
    endsAfter(Duration.ofSeconds(5));

    cluster.amend(bobs, ClaimStatus.ACTIVE);
    endsAfter(Duration.ofSeconds(5));
  }

  @Test
  void a_status_with_a_ttl_confirms_and_renews_in_one_step() {
    ClaimId bobs = bobIsPromoted();

    cluster.after(Duration.ofSeconds(10));
    cluster.apply(new Amend(bobs, Ttl.ofSeconds(7), ClaimStatus.ACTIVE));

    endsAfter(Duration.ofSeconds(7));
  }

  @Test
  void an_ask_that_is_refused_is_one_all_the_same() {
    ClaimId bobs = bobPolls();
    assertThat(cluster.after(Duration.ofSeconds(20)).amend(bobs, ClaimStatus.RELEASED))
        .isInstanceOf(IllegalTransition.class);
    assertThat(cluster.after(Duration.ofMillis(9_000)).amend(bobs, TTL))
        .isInstanceOf(NotActive.class);
    assertThat(cluster.table.claim(bobs).orElseThrow().asks())
        .isEqualTo(new Asks(cluster.now(), 20_000_000));

    aliceReleases();
    cluster.after(Duration.ofSeconds(1)).amend(bobs, ClaimStatus.EXPIRED);
    endsAfter(WHOLE_TTL);
  }

  @Test
  void a_claim_can_be_given_back_within_its_grace_and_the_next_is_promoted() {
    ClaimId bobs = bobIsPromoted();
    ClaimId carols = cluster.polling("r", "carol");

    assertThat(cluster.amend(bobs, ClaimStatus.RELEASED)).isInstanceOf(Ended.class);

    assertThat(cluster.holding("r").id()).isEqualTo(carols);
    assertThat(cluster.table.activeClaims()).isEqualTo(1);
  }

  @Test
  void the_grace_is_twice_the_longest_time_between_two_asks() {
    cluster.granted("r", "alice", Ttl.FOREVER);
    ClaimId bobs = cluster.polling("r", "bob");
    asks(bobs, Duration.ofSeconds(60));
    asks(bobs, Duration.ofSeconds(180));
    asks(bobs, Duration.ofSeconds(5));

    aliceReleases();

    endsAfter(Duration.ofSeconds(360).plus(WHOLE_TTL));
  }

  @Test
  void an_owner_that_asks_often_has_the_grace_of_the_settings() {
    ClaimId bobs = bobPolls();
    asks(bobs, Duration.ofSeconds(2));
    asks(bobs, Duration.ofSeconds(2));

    aliceReleases();

    endsAfter(GRACE.plus(WHOLE_TTL));
  }

  @Test
  void a_grace_is_never_longer_than_ten_minutes() {
    cluster.granted("r", "alice", Ttl.FOREVER);
    ClaimId bobs = cluster.polling("r", "bob");
    asks(bobs, Duration.ofDays(100_000));

    aliceReleases();

    endsAfter(LONGEST_GRACE.plus(WHOLE_TTL));

    cluster.configure(Settings.DEFAULT.withPromotionGrace(Long.MAX_VALUE));
    cluster.polling("r", "carol");
    aliceReleases();
    endsAfter(LONGEST_GRACE.plus(WHOLE_TTL));
  }

  @Test
  void an_owner_that_is_told_at_once_has_no_grace() {
    cluster.granted("r", "alice");
    cluster.queued("r", "bob");

    aliceReleases();

    endsAfter(WHOLE_TTL);
  }

  @Test
  void a_claim_that_is_granted_at_once_has_no_grace() {
    Granted granted = (Granted) cluster.acquire("r", "bob", POLL);

    assertThat(granted.claim().claim().asks()).isNull();
    endsAfter(WHOLE_TTL);
    cluster.after(Duration.ofSeconds(20)).amend(granted.claim().claim().id(), ClaimStatus.ACTIVE);
    endsAfter(Duration.ofSeconds(10));
  }

  @Test
  void a_lease_for_ever_needs_no_grace() {
    cluster.granted("r", "alice");
    cluster.apply(wish("r", "bob", Ttl.FOREVER, POLL));

    aliceReleases();

    Claim bobs = cluster.holding("r");
    assertThat(bobs.tenure().expiresAt()).isEqualTo(ClusterTime.NEVER);
    cluster.amend(bobs.id(), ClaimStatus.ACTIVE);
    assertThat(cluster.holding("r")).isEqualTo(bobs);
  }

  @Test
  void a_ttl_too_large_to_add_to_the_grace_never_ends() {
    cluster.granted("r", "alice");
    cluster.apply(wish("r", "bob", new Ttl(Long.MAX_VALUE - 1), POLL));

    aliceReleases();

    assertThat(cluster.holding("r").tenure().expiresAt()).isEqualTo(ClusterTime.NEVER);
    cluster.amend(cluster.holding("r").id(), ClaimStatus.ACTIVE);
    assertThat(cluster.holding("r").tenure().expiresAt())
        .isEqualTo(new ClusterTime(Long.MAX_VALUE - 1));
  }

  @Test
  void a_ttl_of_zero_has_a_grace_too_and_is_over_soon_after_the_ask() {
    cluster.granted("r", "alice");
    cluster.apply(wish("r", "bob", new Ttl(0), POLL));
    aliceReleases();

    cluster.after(GRACE.minus(ONE_MICRO)).amend(cluster.holding("r").id(), ClaimStatus.ACTIVE);
    assertThat(cluster.isFree("r")).isFalse();

    cluster.after(ONE_MICRO).tick();
    assertThat(cluster.isFree("r")).isTrue();
  }

  @Test
  void a_setting_of_zero_is_no_grace_also_for_claims_that_were_filed_before() {
    ClaimId bobs = bobPolls();
    asks(bobs, Duration.ofSeconds(20));
    cluster.configure(Settings.DEFAULT.withPromotionGrace(0));
    cluster.polling("r", "carol");

    aliceReleases();
    endsAfter(WHOLE_TTL);

    aliceReleases();
    endsAfter(WHOLE_TTL);
  }

  @Test
  void a_shorter_setting_counts_from_the_next_promotion_on() {
    bobIsPromoted();
    cluster.polling("r", "carol");

    cluster.configure(Settings.DEFAULT.withPromotionGrace(1_000_000));
    endsAfter(GRACE.plus(WHOLE_TTL));

    aliceReleases();
    endsAfter(WHOLE_TTL.plusSeconds(1));
  }

  @Test
  void an_expiry_that_nobody_noticed_in_time_takes_nothing_from_the_grace_of_the_next() {
    ClaimId bobs = bobPolls();

    assertThat(cluster.after(WHOLE_TTL.plusSeconds(100)).amend(bobs, ClaimStatus.ACTIVE))
        .isInstanceOf(Confirmed.class);

    endsAfter(WHOLE_TTL);
  }

  @Test
  void asks_and_graces_survive_a_restart() {
    cluster.granted("r", "alice", Ttl.FOREVER);
    ClaimId bobs = cluster.polling("r", "bob");
    asks(bobs, Duration.ofSeconds(100));
    cluster.restart();

    aliceReleases();
    endsAfter(WHOLE_TTL.plusSeconds(200));
    cluster.restart().after(Duration.ofSeconds(150)).amend(bobs, ClaimStatus.ACTIVE);

    endsAfter(WHOLE_TTL);
  }

  @Test
  void all_of_a_line_of_pollers_hold_one_after_the_other() {
    cluster.granted("r", "alice");
    for (int i = 0; i < 3; i++) {
      assertThat(cluster.acquire("r", "same", POLL)).isInstanceOf(Queued.class);
    }

    cluster.after(WHOLE_TTL).tick();
    for (int i = 0; i < 3; i++) {
      assertThat(cluster.table.activeClaims()).isEqualTo(1);
      cluster.after(GRACE.plus(WHOLE_TTL)).tick();
    }

    assertThat(cluster.isFree("r")).isTrue();
  }
}
