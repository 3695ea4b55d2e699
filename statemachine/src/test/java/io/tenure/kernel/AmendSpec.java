package io.tenure.kernel;

import static io.tenure.kernel.ClaimStatus.ABORTED;
import static io.tenure.kernel.ClaimStatus.ACTIVE;
import static io.tenure.kernel.ClaimStatus.RELEASED;
import static io.tenure.kernel.ClaimStatus.REVOKED;
import static io.tenure.kernel.ClaimStatus.WITHDRAWN;
import static io.tenure.kernel.Scenario.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Result.Confirmed;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.IllegalTransition;
import io.tenure.kernel.Result.NoSuchClaim;
import io.tenure.kernel.Result.NotActive;
import io.tenure.kernel.Result.Renewed;
import io.tenure.kernel.Result.StillWaiting;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A claim is changed by its id: its ttl, its status, or both in one step. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AmendSpec {

  private static final Ttl LONGER = Ttl.ofSeconds(90);

  private final Scenario cluster = new Scenario();
  private ClaimId active = ClaimId.NONE;
  private ClaimId waiting = ClaimId.NONE;

  @BeforeEach
  void one_holds_and_one_waits() {
    active = cluster.granted("r", "alice").claim().id();
    waiting = cluster.queued("r", "bob");
    cluster.after(Duration.ofSeconds(1));
  }

  @Test
  void a_new_ttl_counts_from_now() {
    Renewed renewed = (Renewed) cluster.amend(active, LONGER);

    assertThat(renewed.claim().remaining()).isEqualTo(LONGER);
    assertThat(cluster.holding("r").ttl()).isEqualTo(LONGER);
  }

  @Test
  void a_ttl_means_nothing_to_a_claim_that_waits() {
    assertThat(cluster.amend(waiting, LONGER)).isInstanceOf(NotActive.class);
  }

  @Test
  void active_to_active_only_confirms_and_does_not_touch_the_ttl() {
    Confirmed confirmed = (Confirmed) cluster.amend(active, ACTIVE);

    assertThat(confirmed.claim().remaining().micros()).isEqualTo(TTL.micros() - 1_000_000);
    assertThat(cluster.events()).hasOnlyElementsOfType(Event.TimeAdvanced.class);
  }

  @Test
  void waiting_to_active_is_refused_by_naming_the_holder() {
    StillWaiting refused = (StillWaiting) cluster.amend(waiting, ACTIVE);

    assertThat(refused.claim().position()).isEqualTo(1);
    assertThat(refused.holder().claim().id()).isEqualTo(active);
  }

  @Test
  void waiting_to_active_is_confirmed_once_the_server_has_promoted() {
    cluster.amend(active, RELEASED);

    assertThat(cluster.amend(waiting, ACTIVE)).isInstanceOf(Confirmed.class);
  }

  @Test
  void waiting_to_active_is_confirmed_when_the_holder_has_run_out_without_a_tick() {
    cluster.after(Duration.ofSeconds(29));

    assertThat(cluster.amend(waiting, ACTIVE)).isInstanceOf(Confirmed.class);
  }

  @Test
  void ttl_and_active_together_renew_an_active_claim() {
    assertThat(cluster.apply(new Amend(active, LONGER, ACTIVE))).isInstanceOf(Renewed.class);
  }

  @Test
  void ttl_and_active_together_tell_a_waiting_claim_to_wait_as_the_older_client_expects() {
    assertThat(cluster.apply(new Amend(waiting, LONGER, ACTIVE))).isInstanceOf(StillWaiting.class);
  }

  @Test
  void ttl_and_an_ending_together_end_the_claim() {
    assertThat(cluster.apply(new Amend(active, LONGER, RELEASED))).isInstanceOf(Ended.class);
    assertThat(cluster.holding("r").id()).isEqualTo(waiting);
  }

  @ParameterizedTest
  @EnumSource(names = {"RELEASED", "ABORTED", "REVOKED", "WITHDRAWN"})
  void an_active_claim_ends_in_each_of_these(ClaimStatus ending) {
    assertThat(cluster.amend(active, ending)).isInstanceOf(Ended.class);

    assertThat(cluster.archive.ended(active).orElseThrow().status()).isEqualTo(ending);
    assertThat(cluster.holding("r").id()).isEqualTo(waiting);
  }

  @ParameterizedTest
  @EnumSource(names = {"ABORTED", "REVOKED", "WITHDRAWN"})
  void a_waiting_claim_ends_in_each_of_these(ClaimStatus ending) {
    assertThat(cluster.amend(waiting, ending)).isInstanceOf(Ended.class);

    assertThat(cluster.archive.ended(waiting).orElseThrow().status()).isEqualTo(ending);
    assertThat(cluster.holding("r").id()).isEqualTo(active);
  }

  @ParameterizedTest
  @EnumSource(names = {"WAITING", "EXPIRED"})
  void an_active_claim_gets_into_none_of_these_by_request(ClaimStatus status) {
    assertIllegal(active, status);
  }

  @ParameterizedTest
  @EnumSource(names = {"WAITING", "RELEASED", "EXPIRED"})
  void a_waiting_claim_gets_into_none_of_these_by_request(ClaimStatus status) {
    assertIllegal(waiting, status);
  }

  private void assertIllegal(ClaimId claim, ClaimStatus status) {
    IllegalTransition refused = (IllegalTransition) cluster.amend(claim, status);

    assertThat(refused.to()).isEqualTo(status);
    assertThat(refused.claim().claim().id()).isEqualTo(claim);
    assertThat(cluster.events()).hasOnlyElementsOfType(Event.TimeAdvanced.class);
  }

  @Test
  void a_claim_that_has_ended_is_no_claim_of_the_table() {
    cluster.amend(active, RELEASED);

    for (ClaimStatus status : new ClaimStatus[] {RELEASED, ABORTED, REVOKED, WITHDRAWN, ACTIVE}) {
      assertThat(cluster.amend(active, status)).isEqualTo(new NoSuchClaim(active));
    }
    assertThat(cluster.amend(active, LONGER)).isEqualTo(new NoSuchClaim(active));
    assertThat(cluster.amend(new ClaimId(99), LONGER)).isEqualTo(new NoSuchClaim(new ClaimId(99)));
  }
}
