package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.POLL;
import static io.tenure.kernel.Scenario.TTL;
import static io.tenure.kernel.Scenario.wish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.Command.RaiseLevel;
import io.tenure.kernel.Event.DeliveriesKept;
import io.tenure.kernel.Event.LevelRaised;
import io.tenure.kernel.Proof.ByClaim;
import io.tenure.kernel.Result.Configured;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Renewed;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LevelSpec {

  private final Scenario old = new Scenario();
  private final Scenario cluster = Scenario.newest();

  private static Lease release(Scenario scenario, Claim claim) {
    Result released = scenario.release("r", new ByClaim(claim.id()));
    return ((Ended) released).claim().claim().tenure();
  }

  @Test
  void a_level_rises_once_and_never_falls() {
    assertThat(old.apply(new RaiseLevel(Level.SECOND))).isEqualTo(new Configured());
    assertThat(old.events()).containsExactly(new LevelRaised(Level.SECOND));

    assertThat(old.apply(new RaiseLevel(Level.SECOND))).isEqualTo(new Configured());
    assertThat(old.events()).isEmpty();

    assertThat(old.apply(new RaiseLevel(Level.FIRST))).isEqualTo(new Configured());
    assertThat(old.table.level()).isEqualTo(Level.SECOND);
    assertThat(old.restart().table.level()).isEqualTo(Level.SECOND);
  }

  @Test
  void a_level_that_this_version_does_not_know_is_no_command() {
    assertThatThrownBy(() -> new RaiseLevel(Level.NEWEST + 1))
        .isInstanceOf(NewerLevelException.class)
        .hasMessageStartingWith("it is of level 4, and this node knows levels up to 3.");
    assertThatThrownBy(() -> new RaiseLevel(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void members_agree_upon_the_newest_level_that_all_of_them_know() {
    KnownLevels first = new KnownLevels(Level.FIRST);

    assertThat(KnownLevels.ALL.commonWith(Level.FIRST)).isEqualTo(first);
    assertThat(first.commonWith(Level.NEWEST)).isEqualTo(first);
    assertThat(KnownLevels.ALL.commonWith(Level.NEWEST + 1)).isEqualTo(KnownLevels.ALL);
    assertThatThrownBy(() -> KnownLevels.ALL.commonWith(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new KnownLevels(Level.NEWEST + 1))
        .hasMessage("this version knows the levels 1 to 3, not 4");
  }

  @Test
  void on_the_first_level_a_client_that_polls_queues_like_any_other() {
    old.configure(Settings.DEFAULT);
    assertThat(old.table.settings().promotionGraceMicros()).isZero();
    Claim alices = old.granted("r", "alice").claim();
    Queued bobs = (Queued) old.acquire("r", "bob", POLL);
    assertThat(bobs.claim().claim().asks()).isNull();

    release(old, alices);

    assertThat(old.holding("r").tenure().expiresAt()).isEqualTo(TTL.endsAt(old.now()));
  }

  @Test
  void on_the_first_level_no_delivery_is_remembered() {
    Request request = Request.of(wish("r", "alice", TTL, POLL)).deliveredAs(new DeliveryId(1, 1));

    assertThat(old.apply(request)).isInstanceOf(Granted.class);

    assertThat(old.events()).noneMatch(DeliveriesKept.class::isInstance);
    assertThat(old.table.deliveries().size()).isZero();
    assertThat(old.apply(request)).isInstanceOf(Queued.class);
  }

  @Test
  void on_the_first_level_a_release_keeps_the_version() {
    Claim claim = old.granted("r", "alice").claim();

    assertThat(release(old, claim).version()).isEqualTo(claim.tenure().version());
    assertThat(old.granted("r", "bob").claim().tenure().version()).isEqualTo(new LeaseVersion(2));
  }

  @Test
  void a_release_has_a_larger_version_than_all_before_and_the_next_grant_a_larger_one_still() {
    Claim claim = cluster.granted("r", "alice").claim();
    Renewed renewed = (Renewed) cluster.renew("r", new ByClaim(claim.id()));
    LeaseVersion elsewhere = cluster.granted("other", "bob").claim().tenure().version();
    assertThat(elsewhere.value()).isGreaterThan(renewed.claim().claim().tenure().version().value());

    Lease released = release(cluster, claim);
    assertThat(released.version().value()).isGreaterThan(elsewhere.value());
    assertThat(released.token()).isEqualTo(claim.tenure().token());

    Lease next = cluster.granted("r", "carol").claim().tenure();
    assertThat(next.version().value()).isGreaterThan(released.version().value());
    assertThat(next.token().value()).isGreaterThan(released.version().value());
  }

  @Test
  void who_is_promoted_by_a_release_has_a_larger_version_than_it() {
    Claim claim = cluster.granted("r", "alice").claim();
    cluster.queued("r", "bob");

    Lease released = release(cluster, claim);

    assertThat(cluster.holding("r").tenure().version().value())
        .isGreaterThan(released.version().value());
  }

  @Test
  void the_version_of_a_release_is_not_given_again_after_a_restart() {
    Lease released = release(cluster, cluster.granted("r", "alice").claim());

    Lease next = cluster.restart().granted("r", "bob").claim().tenure();

    assertThat(next.version().value()).isGreaterThan(released.version().value());
  }

  @Test
  void claims_that_waited_when_the_level_rose_have_no_grace_and_later_ones_do() {
    Claim alices = old.granted("r", "alice").claim();
    old.polling("r", "bob");
    old.apply(new RaiseLevel(Level.SECOND));
    old.configure(Settings.DEFAULT);
    old.polling("r", "carol");

    release(old, alices);
    assertThat(old.holding("r").tenure().expiresAt()).isEqualTo(TTL.endsAt(old.now()));

    release(old, old.holding("r"));
    assertThat(old.holding("r").tenure().expiresAt())
        .isEqualTo(TTL.endsAt(old.now().plusMicros(60_000_000)));
  }
}
