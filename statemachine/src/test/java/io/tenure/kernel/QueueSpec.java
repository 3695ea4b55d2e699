package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.QUEUE;
import static io.tenure.kernel.Command.WhenHeld.REFUSE;
import static io.tenure.kernel.Command.WhenHeld.RENEW_IF_OWN;
import static io.tenure.kernel.Scenario.WHOLE_TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tenure.kernel.Proof.ByClaim;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.Queued;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class QueueSpec {

  private final Scenario cluster = new Scenario();

  @Test
  void who_comes_second_waits_behind_the_holder_and_is_told_so() {
    ClaimView alices = cluster.granted("db-master", "alice");

    Queued bobs = (Queued) cluster.acquire("db-master", "bob", QUEUE);
    Queued carols = (Queued) cluster.acquire("db-master", "carol", QUEUE);

    assertThat(bobs.holder().claim()).isEqualTo(alices.claim());
    assertThat(bobs.claim().position()).isEqualTo(1);
    assertThat(carols.claim().position()).isEqualTo(2);
  }

  @Test
  void the_resource_goes_round_in_the_order_in_which_it_was_asked_for() {
    List<ClaimId> asked = new ArrayList<>();
    asked.add(cluster.granted("db-master", "first").claim().id());
    for (int i = 0; i < 20; i++) {
      asked.add(cluster.queued("db-master", "holder" + i % 3));
    }

    List<ClaimId> got = new ArrayList<>();
    while (!cluster.isFree("db-master")) {
      got.add(cluster.holding("db-master").id());
      switch (got.size() % 3) {
        case 0 -> cluster.amend(cluster.holding("db-master").id(), ClaimStatus.ABORTED);
        case 1 -> cluster.release("db-master", new ByClaim(cluster.holding("db-master").id()));
        default -> cluster.after(WHOLE_TTL).tick();
      }
    }

    assertThat(got).isEqualTo(asked);
  }

  @Test
  void the_next_in_line_becomes_active_in_the_same_step_and_its_ttl_starts_then() {
    ClaimId alices = cluster.granted("db-master", "alice").claim().id();
    ClaimId bobs = cluster.queued("db-master", "bob");

    cluster.after(WHOLE_TTL.dividedBy(2)).amend(alices, ClaimStatus.RELEASED);

    ClaimView view = cluster.view().claim(bobs).orElseThrow();
    assertThat(view.claim().isActive()).isTrue();
    assertThat(view.position()).isZero();
    assertThat(view.remaining()).isEqualTo(Scenario.TTL);
    assertThat(view.waitingMicros()).isEqualTo(15_000_000);
  }

  @Test
  void who_gives_up_waiting_leaves_the_order_of_the_others_alone() {
    cluster.granted("db-master", "alice");
    ClaimId bobs = cluster.queued("db-master", "bob");
    ClaimId carols = cluster.queued("db-master", "carol");
    ClaimId dans = cluster.queued("db-master", "dan");

    cluster.amend(carols, ClaimStatus.WITHDRAWN);

    assertThat(cluster.view().queue(Scenario.key("db-master"), 10))
        .extracting(view -> view.claim().id(), ClaimView::position)
        .containsExactly(tuple(bobs, 1), tuple(dans, 2));
  }

  @Test
  void nobody_jumps_the_queue_by_refusing_to_wait() {
    ClaimId alices = cluster.granted("db-master", "alice").claim().id();
    ClaimId bobs = cluster.queued("db-master", "bob");
    cluster.amend(alices, ClaimStatus.RELEASED);

    assertThat(cluster.acquire("db-master", "carol", REFUSE)).isInstanceOf(Held.class);
    assertThat(cluster.acquire("db-master", "carol", RENEW_IF_OWN)).isInstanceOf(Held.class);
    assertThat(cluster.holding("db-master").id()).isEqualTo(bobs);
  }

  @Test
  void queues_of_different_resources_do_not_touch() {
    ClaimId one = cluster.granted("one", "alice").claim().id();
    cluster.granted("two", "alice");
    ClaimId next = cluster.queued("one", "bob");
    cluster.queued("two", "bob");

    cluster.amend(one, ClaimStatus.RELEASED);

    assertThat(cluster.holding("one").id()).isEqualTo(next);
    assertThat(cluster.table.queueLength(Scenario.key("two"))).isEqualTo(1);
  }

  @Test
  void a_resource_that_nobody_wants_any_more_leaves_no_trace_in_the_table() {
    ClaimId claim = cluster.granted("db-master", "alice").claim().id();

    cluster.amend(claim, ClaimStatus.RELEASED);

    assertThat(cluster.table.resourcesFrom(Scenario.key("a"))).isEmpty();
    assertThat(cluster.table.liveClaims()).isZero();
  }
}
