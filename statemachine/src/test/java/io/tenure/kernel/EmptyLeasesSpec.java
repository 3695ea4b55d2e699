package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.POLL;
import static io.tenure.kernel.Command.WhenHeld.QUEUE;
import static io.tenure.kernel.Scenario.ONE_MICRO;
import static io.tenure.kernel.Scenario.TTL;
import static io.tenure.kernel.Scenario.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Tick;
import io.tenure.kernel.Event.ClaimEnded;
import io.tenure.kernel.Event.ClaimGranted;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Ticked;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Claims whose leases last no time: their turn comes and goes, and costs next to nothing. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class EmptyLeasesSpec {

  private static final Ttl NONE = new Ttl(0);
  private static final int QUEUED = 100_000;

  private final Scenario cluster = Scenario.newest();

  private ClaimId queue(String holder, Ttl ttl) {
    return ((Queued) cluster.apply(wish("r", holder, ttl, QUEUE))).claim().claim().id();
  }

  @Test
  void one_tick_passes_the_turn_through_all_of_them_to_the_first_that_would_hold() {
    cluster.granted("r", "alice", NONE);
    List<ClaimId> empty = List.of(queue("bob", NONE), queue("carol", NONE), queue("dan", NONE));
    ClaimId erins = queue("erin", TTL);
    queue("frank", NONE);

    assertThat(cluster.after(ONE_MICRO).tick()).isEqualTo(new Ticked(4, false));

    assertThat(cluster.holding("r").id()).isEqualTo(erins);
    assertThat(cluster.holding("r").tenure().expiresAt()).isEqualTo(TTL.endsAt(cluster.now()));
    assertThat(empty)
        .allSatisfy(
            claim -> {
              Claim ended = cluster.archive.ended(claim).orElseThrow();
              assertThat(ended.status()).isEqualTo(ClaimStatus.EXPIRED);
              assertThat(ended.tenure().granted()).isEqualTo(ended.ended());
            });
  }

  @Test
  void each_is_granted_and_ended_before_the_next_is_granted() {
    cluster.granted("r", "alice", NONE);
    queue("bob", NONE);
    queue("carol", TTL);

    cluster.after(ONE_MICRO).tick();

    assertThat(cluster.events().stream().filter(Event.ClaimChanged.class::isInstance))
        .extracting(Object::getClass)
        .isEqualTo(
            List.of(ClaimEnded.class, ClaimGranted.class, ClaimEnded.class, ClaimGranted.class));
  }

  @Test
  void a_tick_ends_no_more_of_them_than_of_others() {
    cluster.applyUnchecked(Request.of(wish("r", "alice", NONE, QUEUE)));
    for (int i = 0; i < QUEUED; i++) {
      cluster.applyUnchecked(Request.of(wish("r", "bob", NONE, QUEUE)));
    }

    int ticks = 0;
    while (cluster.table.liveClaims() > 0) {
      Ticked ticked =
          (Ticked) cluster.after(ONE_MICRO).applyUnchecked(Request.of(new Tick())).get(0);
      assertThat(ticked.expired()).isLessThanOrEqualTo(LeaseKernel.EXPIRIES_PER_TICK);
      assertThat(ticked.more()).isEqualTo(cluster.table.liveClaims() > 0);
      ticks++;
    }

    assertThat(ticks).isEqualTo(QUEUED / LeaseKernel.EXPIRIES_PER_TICK + 1);
  }

  @Test
  void an_owner_who_polls_is_waited_for_whatever_the_ttl() {
    cluster.granted("r", "alice", NONE);
    queue("bob", NONE);
    cluster.apply(wish("r", "carol", NONE, POLL));
    queue("dan", NONE);

    assertThat(cluster.after(ONE_MICRO).tick()).isEqualTo(new Ticked(2, false));

    assertThat(cluster.holding("r").holder()).isEqualTo(Holder.named("carol"));
    assertThat(cluster.holding("r").asks()).isNotNull();
  }

  @Test
  void who_was_granted_one_before_the_tick_holds_it_until_time_moves() {
    ClaimId claim = cluster.granted("r", "alice", NONE).claim().id();

    assertThat(cluster.tick()).isEqualTo(new Ticked(0, false));
    assertThat(cluster.holding("r").id()).isEqualTo(claim);
  }

  @Test
  void before_the_third_level_the_queue_moves_by_one_with_each_move_of_time() {
    Scenario second = Scenario.at(Level.SECOND);
    second.granted("r", "alice", NONE);
    second.apply(wish("r", "bob", NONE, QUEUE));
    second.apply(wish("r", "carol", NONE, QUEUE));

    assertThat(second.after(ONE_MICRO).tick()).isEqualTo(new Ticked(1, false));
    assertThat(second.tick()).isEqualTo(new Ticked(0, false));
    assertThat(second.after(ONE_MICRO).tick()).isEqualTo(new Ticked(1, false));
  }
}
