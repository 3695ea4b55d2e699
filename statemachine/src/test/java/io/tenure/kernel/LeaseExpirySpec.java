package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.QUEUE;
import static io.tenure.kernel.Command.WhenHeld.REFUSE;
import static io.tenure.kernel.Scenario.ONE_MICRO;
import static io.tenure.kernel.Scenario.TTL;
import static io.tenure.kernel.Scenario.WHOLE_TTL;
import static io.tenure.kernel.Scenario.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Tick;
import io.tenure.kernel.Proof.ByClaim;
import io.tenure.kernel.Proof.ByVersion;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.NoSuchClaim;
import io.tenure.kernel.Result.NotHeld;
import io.tenure.kernel.Result.ProofRejected;
import io.tenure.kernel.Result.Renewed;
import io.tenure.kernel.Result.Ticked;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LeaseExpirySpec {

  private final Scenario cluster = new Scenario();

  @Test
  void a_lease_keeps_others_out_until_the_last_moment_of_its_ttl() {
    cluster.granted("db-master", "alice");

    cluster.after(WHOLE_TTL.minus(ONE_MICRO));
    assertThat(cluster.acquire("db-master", "bob", REFUSE)).isInstanceOf(Held.class);

    cluster.after(ONE_MICRO);
    assertThat(cluster.acquire("db-master", "bob", REFUSE)).isInstanceOf(Granted.class);
  }

  @Test
  void renewing_makes_the_lease_last_a_whole_ttl_from_now() {
    Lease lease = cluster.granted("db-master", "alice").claim().tenure();

    cluster.after(Duration.ofSeconds(20));
    assertThat(cluster.renew("db-master", new ByVersion(lease.version())))
        .isInstanceOf(Renewed.class);

    cluster.after(Duration.ofSeconds(20)).tick();
    assertThat(cluster.holding("db-master").tenure().token()).isEqualTo(lease.token());
  }

  @Test
  void an_expired_lease_goes_to_the_claim_that_has_waited_longest() {
    cluster.granted("db-master", "alice");
    ClaimId bobs = cluster.queued("db-master", "bob");
    cluster.queued("db-master", "carol");

    cluster.after(WHOLE_TTL).tick();

    assertThat(cluster.holding("db-master").id()).isEqualTo(bobs);
    assertThat(cluster.holding("db-master").tenure().expiresAt())
        .isEqualTo(TTL.endsAt(cluster.now()));
  }

  @Test
  void a_holder_that_slept_through_its_ttl_cannot_renew_what_is_now_anothers() {
    Lease alices = cluster.granted("db-master", "alice").claim().tenure();
    cluster.after(WHOLE_TTL);
    ClaimView bobs = cluster.granted("db-master", "bob");

    Result late = cluster.renew("db-master", new ByVersion(alices.version()));

    assertThat(late).isEqualTo(new ProofRejected(bobs));
    assertThat(bobs.claim().tenure().token().value()).isGreaterThan(alices.token().value());
  }

  @Test
  void nothing_revives_an_expired_claim_even_if_no_tick_came_and_nobody_else_wants_it() {
    ClaimId claim = cluster.granted("db-master", "alice").claim().id();
    cluster.after(WHOLE_TTL);

    assertThat(cluster.amend(claim, TTL)).isEqualTo(new NoSuchClaim(claim));
    assertThat(cluster.archive.ended(claim).orElseThrow().status()).isEqualTo(ClaimStatus.EXPIRED);
    assertThat(cluster.renew("db-master", new ByClaim(claim))).isInstanceOf(NotHeld.class);
  }

  @Test
  void a_release_that_comes_after_the_end_finds_nothing_to_release() {
    ClaimId claim = cluster.granted("db-master", "alice").claim().id();
    cluster.after(WHOLE_TTL);

    assertThat(cluster.release("db-master", new ByClaim(claim))).isInstanceOf(NotHeld.class);
    assertThat(cluster.archive.ended(claim).orElseThrow().status()).isEqualTo(ClaimStatus.EXPIRED);
  }

  @Test
  void a_new_leader_whose_clock_lags_does_not_take_time_back() {
    cluster.granted("db-master", "alice");
    cluster.after(WHOLE_TTL).tick();
    Moment before = cluster.table.now();

    cluster.stampedBack(Duration.ofSeconds(10)).tick();

    assertThat(cluster.isFree("db-master")).isTrue();
    assertThat(cluster.table.now()).isEqualTo(before);
    assertThat(cluster.events()).isEmpty();
  }

  @Test
  void one_entry_that_grants_a_resource_twice_gives_two_tokens() {
    cluster.granted("db-master", "alice");
    ClaimId bobs = cluster.queued("db-master", "bob");
    ClaimId carols = cluster.queued("db-master", "carol");

    cluster.after(WHOLE_TTL).amend(bobs, ClaimStatus.REVOKED); // to bob, taken away, to carol

    assertThat(cluster.holding("db-master").id()).isEqualTo(carols);
    assertThat(cluster.holding("db-master").tenure().token()).isEqualTo(new FencingToken(3));
  }

  @Test
  void a_ttl_of_zero_is_granted_and_over_as_soon_as_time_moves() {
    ClaimId claim = cluster.granted("db-master", "alice", new Ttl(0)).claim().id();
    assertThat(cluster.tick()).isEqualTo(new Ticked(0, false));
    assertThat(cluster.acquire("db-master", "bob", REFUSE)).isInstanceOf(Held.class);

    cluster.after(ONE_MICRO).tick();

    assertThat(cluster.archive.ended(claim).orElseThrow().status()).isEqualTo(ClaimStatus.EXPIRED);
  }

  @Test
  void a_queue_of_empty_leases_moves_by_one_with_each_move_of_time() {
    cluster.granted("db-master", "alice", new Ttl(0));
    for (int i = 0; i < 3; i++) {
      cluster.apply(wish("db-master", "bob", new Ttl(0), QUEUE));
    }

    assertThat(cluster.after(ONE_MICRO).tick().expired()).isEqualTo(1);
    assertThat(cluster.tick().expired()).isZero();
    assertThat(cluster.after(Duration.ofDays(1)).tick().expired()).isEqualTo(1);
    assertThat(cluster.table.liveClaims()).isEqualTo(2);
  }

  @Test
  void a_lease_for_ever_outlives_all_time_but_can_be_released() {
    ClaimId claim = cluster.granted("db-master", "", Ttl.FOREVER).claim().id();

    cluster.after(Duration.ofDays(100_000)).tick();
    assertThat(cluster.holding("db-master").id()).isEqualTo(claim);
    assertThat(cluster.view().holder(Scenario.key("db-master")).orElseThrow().remaining())
        .isEqualTo(Ttl.FOREVER);

    assertThat(cluster.amend(claim, ClaimStatus.RELEASED)).isInstanceOf(Ended.class);
  }

  @Test
  void a_ttl_too_large_to_add_to_the_time_never_ends_instead_of_stopping_the_cluster() {
    cluster.after(WHOLE_TTL).granted("db-master", "alice", new Ttl(Long.MAX_VALUE - 1));

    assertThat(cluster.holding("db-master").tenure().expiresAt()).isEqualTo(ClusterTime.NEVER);
  }

  @Test
  void a_lease_can_get_an_end_and_lose_it_again() {
    ClaimId claim = cluster.granted("db-master", "alice", Ttl.FOREVER).claim().id();

    cluster.amend(claim, TTL);
    assertThat(cluster.table.nextExpiry()).isEqualTo(TTL.endsAt(cluster.now()));

    cluster.amend(claim, Ttl.FOREVER);
    assertThat(cluster.table.nextExpiry()).isEqualTo(ClusterTime.NEVER);
  }

  @Test
  void all_requests_of_an_entry_see_the_same_time() {
    cluster.granted("db-master", "alice");
    cluster.after(WHOLE_TTL);

    var results =
        cluster.applyTogether(
            Request.of(wish("db-master", "bob", TTL, REFUSE)),
            Request.of(wish("db-master", "carol", TTL, REFUSE)),
            Request.of(new Tick()));

    assertThat(results.get(0)).isInstanceOf(Granted.class);
    assertThat(results.get(1)).isInstanceOf(Held.class);
    assertThat(results.get(2)).isEqualTo(new Ticked(0, false));
  }
}
