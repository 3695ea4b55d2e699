package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.QUEUE;
import static io.tenure.kernel.Command.WhenHeld.REFUSE;
import static io.tenure.kernel.Command.WhenHeld.RENEW_IF_OWN;
import static io.tenure.kernel.Scenario.TTL;
import static io.tenure.kernel.Scenario.WHOLE_TTL;
import static io.tenure.kernel.Scenario.wish;
import static io.tenure.kernel.Scenario.wishIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.Event.SettingsChanged;
import io.tenure.kernel.Result.Configured;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Renewed;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LimitsSpec {

  private final Scenario cluster = new Scenario();

  @Test
  void a_queue_takes_only_so_many() {
    cluster.configure(limits(2, 100, 100));
    cluster.granted("r", "alice");
    cluster.queued("r", "bob");
    ClaimId carols = cluster.queued("r", "carol");

    assertThat(cluster.acquire("r", "dan", QUEUE)).isEqualTo(new LimitReached(Limit.QUEUE, 2));
    assertThat(cluster.acquire("r", "dan", REFUSE)).isInstanceOf(Held.class);

    cluster.amend(carols, ClaimStatus.WITHDRAWN);
    assertThat(cluster.acquire("r", "dan", QUEUE)).isInstanceOf(Queued.class);
  }

  @Test
  void without_queues_a_free_resource_can_still_be_had() {
    cluster.configure(limits(0, 100, 100));

    assertThat(cluster.acquire("r", "alice", QUEUE)).isInstanceOf(Granted.class);
    assertThat(cluster.acquire("r", "bob", QUEUE)).isEqualTo(new LimitReached(Limit.QUEUE, 0));
  }

  @Test
  void all_live_claims_together_are_limited_and_waiting_ones_count() {
    cluster.configure(limits(10, 2, 100));
    cluster.granted("r", "alice");
    cluster.queued("r", "bob");

    assertThat(cluster.acquire("other", "carol", QUEUE))
        .isEqualTo(new LimitReached(Limit.LIVE_CLAIMS, 2));

    cluster.after(WHOLE_TTL).tick();
    assertThat(cluster.acquire("other", "carol", QUEUE)).isInstanceOf(Granted.class);
  }

  @Test
  void a_namespace_has_a_limit_of_its_own_and_no_namespace_has_none() {
    cluster.configure(limits(10, 100, 1));
    cluster.apply(wishIn("one", "a", REFUSE));

    assertThat(cluster.apply(wishIn("one", "b", REFUSE)))
        .isEqualTo(new LimitReached(Limit.NAMESPACE, 1));
    assertThat(cluster.apply(wishIn("two", "b", REFUSE))).isInstanceOf(Granted.class);
    cluster.granted("c", "alice");
    cluster.granted("d", "alice");

    cluster.after(WHOLE_TTL).tick();
    assertThat(cluster.apply(wishIn("one", "b", REFUSE))).isInstanceOf(Granted.class);
  }

  @Test
  void a_full_house_still_renews_releases_and_says_who_holds() {
    cluster.configure(limits(1, 1, 1));
    cluster.apply(wishIn("one", "r", REFUSE));

    assertThat(cluster.acquire("r", "alice", RENEW_IF_OWN)).isInstanceOf(Renewed.class);
    assertThat(cluster.acquire("r", "bob", REFUSE)).isInstanceOf(Held.class);
    assertThat(cluster.renew("r", new Proof.ByHolder(Holder.named("alice"))))
        .isInstanceOf(Renewed.class);
  }

  @Test
  void a_resource_that_was_just_left_can_be_had_although_nothing_ticked() {
    cluster.configure(limits(1, 1, 1));
    cluster.granted("r", "alice");
    cluster.after(WHOLE_TTL);

    assertThat(cluster.acquire("r", "bob", REFUSE)).isInstanceOf(Granted.class);
  }

  @Test
  void lower_limits_take_nothing_from_those_who_have_it() {
    cluster.granted("r", "alice");
    ClaimId bobs = cluster.queued("r", "bob");
    cluster.queued("r", "carol");

    cluster.configure(limits(0, 0, 0));

    assertThat(cluster.table.liveClaims()).isEqualTo(3);
    cluster.after(WHOLE_TTL).tick();
    assertThat(cluster.holding("r").id()).isEqualTo(bobs);
    assertThat(cluster.apply(wish("s", "dan", TTL, QUEUE)))
        .isEqualTo(new LimitReached(Limit.LIVE_CLAIMS, 0));
  }

  @Test
  void settings_that_are_already_so_change_nothing() {
    Settings settings = limits(1, 2, 3);

    assertThat(cluster.configure(settings)).isEqualTo(new Configured());
    assertThat(cluster.events()).isEqualTo(List.of(new SettingsChanged(settings)));
    assertThat(cluster.configure(settings)).isEqualTo(new Configured());
    assertThat(cluster.events()).isEmpty();
  }

  @Test
  void negative_limits_do_not_get_as_far_as_the_log() {
    assertThatThrownBy(() -> limits(-1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  private static Settings limits(int queue, int live, int namespace) {
    Settings usual = Settings.DEFAULT;
    return new Settings(
        queue,
        live,
        namespace,
        usual.retentionMicros(),
        usual.retentionLimit(),
        usual.memoMicros(),
        usual.memoLimit());
  }
}
