package io.tenure.kernel;

import static io.tenure.kernel.Scenario.WHOLE_TTL;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.RaiseEpoch;
import io.tenure.kernel.Proof.ByHolder;
import io.tenure.kernel.Result.LimitReached;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Fencing tokens, lease versions, claim ids and the epoch in their high bits. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class NumbersSpec {

  private static final long LARGEST_EXACT_IN_JSON = (1L << 53) - 1;

  private final Scenario cluster = new Scenario();

  @Test
  void every_grant_has_a_larger_token_than_any_before_on_any_resource() {
    long last = 0;
    for (int i = 0; i < 30; i++) {
      Lease lease = cluster.granted("r" + i % 3, "alice").claim().tenure();
      assertThat(lease.token().value()).isGreaterThan(last);
      last = lease.token().value();
      cluster.renew("r" + i % 3, new ByHolder(Holder.named("alice")));
      cluster.after(WHOLE_TTL);
    }
  }

  @Test
  void a_token_stays_while_the_lease_lasts_and_a_version_changes_with_every_renewal() {
    Lease granted = cluster.granted("r", "alice").claim().tenure();

    cluster.renew("r", new ByHolder(Holder.named("alice")));

    Lease renewed = cluster.holding("r").tenure();
    assertThat(renewed.token()).isEqualTo(granted.token());
    assertThat(renewed.version().value()).isGreaterThan(granted.version().value());
    assertThat(renewed.granted()).isEqualTo(granted.granted());
  }

  @Test
  void a_new_epoch_leaves_behind_all_numbers_that_a_lost_cluster_may_have_handed_out() {
    ClaimView before = cluster.granted("one", "alice");
    long lostLater = before.claim().id().value() + 1_000_000_000;

    cluster.apply(new RaiseEpoch());
    Claim after = cluster.granted("two", "alice").claim();

    assertThat(after.tenure().token().value()).isGreaterThan(lostLater);
    assertThat(after.tenure().version().value()).isGreaterThan(lostLater);
    assertThat(after.id().value()).isGreaterThan(lostLater);
    assertThat(cluster.holding("one")).isEqualTo(before.claim());
  }

  @Test
  void epochs_are_bounded_and_the_last_one_is_refused_without_harm() {
    int raised = 0;
    Result result = cluster.apply(new RaiseEpoch());
    while (!(result instanceof LimitReached)) {
      raised++;
      result = cluster.apply(new RaiseEpoch());
    }

    assertThat(raised).isEqualTo(511);
    assertThat(result).isEqualTo(new LimitReached(Limit.EPOCH, 511));
    Claim claim = cluster.granted("r", "alice").claim();
    assertThat(claim.tenure().token().value()).isLessThan(LARGEST_EXACT_IN_JSON);
    assertThat(claim.id().value()).isLessThan(LARGEST_EXACT_IN_JSON);
  }
}
