package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.QUEUE;
import static io.tenure.kernel.Scenario.ONE_MICRO;
import static io.tenure.kernel.Scenario.TTL;
import static io.tenure.kernel.Scenario.keyed;
import static io.tenure.kernel.Scenario.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Event.DeliveriesKept;
import io.tenure.kernel.Result.AlreadyEnded;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Redelivered;
import io.tenure.kernel.Result.Replayed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DeliverySpec {

  private static final Duration MEMORY = Duration.ofSeconds(12);
  private static final Command WISH = wish("r", "alice", Ttl.ofSeconds(3_600), QUEUE);
  private static final Request REQUEST = delivery(WISH, 1, 1);

  private final Scenario cluster = Scenario.newest();

  private static Request delivery(Command command, long sender, long number) {
    return Request.of(command).deliveredAs(new DeliveryId(sender, number));
  }

  @Test
  void a_delivery_that_comes_again_is_carried_out_once_and_gets_its_first_answer() {
    Result first = cluster.apply(REQUEST);
    Result again = cluster.after(Duration.ofSeconds(3)).apply(REQUEST);

    assertThat(first).isInstanceOf(Granted.class);
    assertThat(again).isInstanceOf(Redelivered.class);
    assertThat(cluster.complete(again)).isEqualTo(first);
    assertThat(cluster.table.liveClaims()).isEqualTo(1);
  }

  @Test
  void both_copies_may_come_in_one_entry() {
    List<Result> results = cluster.applyTogether(REQUEST, delivery(WISH, 1, 2), REQUEST);

    assertThat(results.get(0)).isInstanceOf(Granted.class);
    assertThat(results.get(1)).isInstanceOf(Queued.class);
    assertThat(cluster.complete(results.get(2))).isEqualTo(results.get(0));
    assertThat(cluster.table.liveClaims()).isEqualTo(2);
    assertThat(cluster.complete(cluster.apply(delivery(WISH, 1, 2)))).isEqualTo(results.get(1));
  }

  @Test
  void the_deliveries_of_an_entry_are_remembered_together() {
    cluster.applyTogether(REQUEST, Request.of(WISH), delivery(WISH, 2, 1), REQUEST);

    assertThat(cluster.events().stream().filter(DeliveriesKept.class::isInstance))
        .singleElement()
        .satisfies(
            event ->
                assertThat(((DeliveriesKept) event).kept().ids())
                    .containsExactly(new DeliveryId(1, 1), new DeliveryId(2, 1)));
  }

  @Test
  void numbers_of_different_senders_are_different_deliveries() {
    cluster.apply(REQUEST);

    assertThat(cluster.apply(delivery(WISH, 2, 1))).isInstanceOf(Queued.class);
    assertThat(cluster.apply(delivery(WISH, 1, 2))).isInstanceOf(Queued.class);
  }

  @Test
  void a_delivery_that_may_be_forgotten_is_neither_carried_out_again_nor_answered() {
    Result first = cluster.apply(REQUEST);

    cluster.after(MEMORY.minus(ONE_MICRO)).tick();
    assertThat(cluster.complete(cluster.apply(REQUEST))).isEqualTo(first);

    cluster.after(ONE_MICRO).tick();
    assertThat(cluster.table.deliveries().size()).isZero();
    assertThat(cluster.archive.answer(new DeliveryId(1, 1), 3)).isEmpty();
    assertThat(cluster.complete(cluster.apply(REQUEST))).matches(Completion::isForgotten);
    assertThat(cluster.table.liveClaims()).isEqualTo(1);
  }

  @Test
  void what_a_sender_numbered_later_than_anything_forgotten_is_new() {
    cluster.apply(REQUEST);
    cluster.after(MEMORY).tick();

    Result late = cluster.apply(delivery(WISH, 1, 0));
    Result next = cluster.apply(delivery(WISH, 1, 2));

    assertThat(cluster.complete(late)).matches(Completion::isForgotten);
    assertThat(next).isInstanceOf(Queued.class);
  }

  @Test
  void a_delivery_that_comes_again_is_not_remembered_any_longer_for_it() {
    cluster.apply(REQUEST);
    cluster.after(Duration.ofSeconds(10)).apply(REQUEST);

    cluster.after(Duration.ofSeconds(2)).tick();

    assertThat(cluster.table.deliveries().size()).isZero();
  }

  @Test
  void a_cluster_with_nothing_else_to_do_goes_on_until_it_has_forgotten_all_deliveries() {
    for (int i = 0; i < 20; i++) {
      cluster.apply(delivery(new Amend(ClaimId.NONE, TTL, null), 1, i));
    }
    assertThat(cluster.table.isTimed()).isTrue();

    cluster.after(MEMORY);
    for (int i = 0; i < 5; i++) {
      cluster.tick();
    }

    assertThat(cluster.table.isTimed()).isFalse();
  }

  @Test
  void a_replica_that_was_restarted_recognizes_a_delivery() {
    Result first = cluster.apply(REQUEST);
    cluster.restart();

    assertThat(cluster.complete(cluster.apply(REQUEST))).isEqualTo(first);
    assertThat(cluster.table.liveClaims()).isEqualTo(1);

    cluster.restart().after(MEMORY).tick();
    assertThat(cluster.table.deliveries().size()).isZero();
  }

  @Test
  void the_digest_knows_the_deliveries() {
    Scenario other = Scenario.newest();
    cluster.apply(REQUEST);
    other.apply(delivery(WISH, 1, 2));

    assertThat(cluster.table.digest()).isNotEqualTo(other.table.digest());
  }

  @Test
  void a_release_that_is_delivered_again_does_not_end_the_owners_next_lock() {
    Request release =
        delivery(
            new Command.Release(
                Scenario.key("r"), new Proof.ByHolder(Scenario.named("alice")), true),
            1,
            9);
    cluster.granted("r", "alice");
    Result first = cluster.apply(release);
    ClaimId next = cluster.granted("r", "alice").claim().id();

    assertThat(cluster.complete(cluster.apply(release))).isEqualTo(first);
    assertThat(cluster.holding("r").id()).isEqualTo(next);
  }

  @Test
  void a_delivery_of_a_repeated_key_gets_the_answer_that_the_key_got() {
    Result first = cluster.apply(keyed(WISH, 1, 11));
    Request retry = keyed(WISH, 1, 11).deliveredAs(new DeliveryId(1, 1));
    Result second = cluster.complete(cluster.apply(retry));
    assertThat(((Replayed) second).first()).isEqualTo(first);

    assertThat(cluster.complete(cluster.apply(retry))).isEqualTo(second);
    assertThat(cluster.table.liveClaims()).isEqualTo(1);
  }

  @Test
  void a_delivery_of_a_repeated_key_is_never_given_the_answer_to_another_request() {
    cluster.configure(RequestMemoSpec.memo(100, Duration.ofSeconds(5)));
    cluster.apply(keyed(WISH, 1, 11));
    Request retry = keyed(WISH, 1, 11).deliveredAs(new DeliveryId(1, 1));
    cluster.apply(retry);

    cluster.after(Duration.ofSeconds(5)).apply(keyed(wish("other", "bob", TTL, QUEUE), 1, 12));

    assertThat(cluster.complete(cluster.apply(retry))).matches(Completion::isForgotten);
  }

  @Test
  void a_first_answer_that_needs_the_archive_is_completed_when_it_is_delivered_again() {
    ClaimId over = cluster.granted("r", "alice").claim().id();
    cluster.amend(over, ClaimStatus.RELEASED);
    Request late = delivery(new Amend(over, TTL, null), 1, 1);

    Result first = cluster.complete(cluster.apply(late));

    assertThat(first).isInstanceOf(AlreadyEnded.class);
    assertThat(cluster.complete(cluster.apply(late))).isEqualTo(first);
  }

  @Test
  void a_delivery_that_is_forgotten_between_entry_and_look_is_known_to_be() {
    cluster.apply(REQUEST);

    Result late = cluster.after(MEMORY).apply(REQUEST); // forgotten with this entry

    assertThat(Completion.isForgotten(cluster.complete(late))).isTrue();
    assertThat(cluster.table.liveClaims()).isEqualTo(1);
  }
}
