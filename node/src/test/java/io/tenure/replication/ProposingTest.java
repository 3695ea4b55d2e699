package io.tenure.replication;

import static io.tenure.replication.TestMember.millis;
import static io.tenure.replication.TestMember.seconds;
import static io.tenure.replication.ToldSubmission.names;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command.Tick;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What a member does with requests while it leads. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ProposingTest {

  private final TestMember node = new TestMember();
  private final RecordedEffects effects = node.effects;

  private Batch nextProposed() {
    return effects.proposed.remove().batch();
  }

  private static boolean isTick(Batch batch) {
    return RequestCodec.decode(batch.requests().get(0)).command() instanceof Tick;
  }

  @Test
  void a_few_entries_are_under_way_and_the_next_requests_gather() {
    node.leads(1);
    for (int i = 1; i <= 6; i++) {
      node.offer(i);
    }
    assertThat(effects.proposed).hasSize(4);

    node.apply(nextProposed());

    assertThat(effects.proposed).hasSize(4);
    assertThat(names(new ArrayList<>(effects.proposed).get(3).batch())).containsExactly(5, 6);
  }

  @Test
  void entries_that_the_log_forgets_give_their_slots_back_when_leadership_ends() {
    node.leads(1);
    List<ToldSubmission> forgotten = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      forgotten.add(node.offer(i));
    }
    effects.proposed.clear();

    node.losesLeader();
    assertThat(forgotten).allSatisfy(each -> assertThat(each.endings).hasSize(1));
    assertThat(forgotten.get(0).endings.get(0)).startsWith("unknown");
    node.leads(2);
    node.offer(5);

    assertThat(names(nextProposed())).containsExactly(5);
  }

  @Test
  void an_entry_of_which_nobody_says_anything_gives_its_slot_back_at_last() {
    node.leads(1);
    ToldSubmission first = node.offer(1);
    nextProposed();
    node.pass(seconds(11));
    assertThat(first.endings)
        .containsExactly("unknown: a quorum did not store the request in time");

    for (int i = 2; i <= 4; i++) {
      node.offer(i);
    }
    effects.proposed.clear();
    node.offer(5);
    assertThat(effects.proposed).isEmpty();
    node.pass(seconds(5)); // others wait for their own deadline only
    assertThat(effects.proposed).isEmpty();
  }

  @Test
  void what_a_busy_log_turns_away_goes_before_what_came_later() {
    node.leads(1);
    ToldSubmission first = new ToldSubmission(1, false, node.nanos + seconds(10));
    ToldSubmission second = new ToldSubmission(2, false, node.nanos + seconds(10));
    node.member.offer(List.of(first, second));
    node.step();
    Batch busy = nextProposed();
    for (int i = 11; i <= 13; i++) {
      node.offer(i);
    }
    effects.proposed.clear();
    node.offer(3); // no slot is free for it

    node.member.failed(busy, true, node.nanos);
    node.pass(millis(20));

    assertThat(names(nextProposed())).containsExactly(1, 2, 3);
    assertThat(first.endings).isEmpty();
  }

  @Test
  void an_entry_that_failed_may_be_committed_by_the_next_leader() {
    node.leads(1);
    ToldSubmission request = node.offer(1);

    node.member.failed(nextProposed(), false, node.nanos);

    assertThat(request.endings).singleElement().asString().startsWith("unknown");
  }

  @Test
  void a_leader_that_was_deposed_and_not_told_yet_does_not_propose_again_without_a_pause() {
    node.leads(1);
    node.submit(
        io.tenure.kernel.Request.of(
            new io.tenure.kernel.Command.Amend(
                new io.tenure.kernel.ClaimId(1), io.tenure.kernel.Ttl.ofSeconds(9), null)));
    for (int i = 0; i < 5; i++) {
      node.member.failed(nextProposed(), false, node.nanos);
      node.step();
      assertThat(effects.proposed).isEmpty();
      node.pass(millis(20));
    }
    assertThat(effects.proposed).hasSize(1);
  }

  @Test
  void urgent_requests_go_first_and_each_kind_keeps_its_order() {
    node.leads(1);
    node.member.offer(
        List.of(
            new ToldSubmission(1, false, seconds(10)),
            new ToldSubmission(2, true, seconds(10)),
            new ToldSubmission(3, false, seconds(10)),
            new ToldSubmission(4, true, seconds(10))));
    node.step();

    assertThat(names(nextProposed())).containsExactly(2, 4, 1, 3);
  }

  @Test
  void what_is_for_its_own_log_only_is_told_when_it_does_not_lead_and_goes_nowhere_else() {
    node.leads(1);
    for (int i = 1; i <= 4; i++) {
      node.offer(i);
    }
    ToldSubmission waiting = node.offer(5);

    node.follows(2, "bob");

    assertThat(waiting.endings).containsExactly("not leader");
    assertThat(node.offer(6).endings).containsExactly("not leader");
    assertThat(effects.sent).isEmpty();
  }

  @Test
  void after_a_pause_nothing_is_stamped_before_a_quorum_has_confirmed_the_leader() {
    node.leads(1);
    node.pass(millis(100));
    node.nanos += seconds(5);
    node.offer(1);
    assertThat(effects.proposed).isEmpty();

    node.member.confirmed(effects.questions.remove(), true, node.nanos);
    node.step();

    ClusterTime stamp = effects.proposed.remove().stamp();
    assertThat(stamp.microsSince(node.applied.now())).isLessThanOrEqualTo(100_000);
  }

  @Test
  void a_quorum_that_does_not_confirm_is_asked_again_and_so_is_one_that_is_silent() {
    node.leads(1);
    node.pass(millis(100));
    node.nanos += seconds(5);
    node.offer(1);
    long first = effects.questions.remove();
    node.member.confirmed(first, false, node.nanos);
    node.pass(millis(20));
    long second = effects.questions.remove();
    node.pass(seconds(1));

    long third = effects.questions.remove();
    node.member.confirmed(second, true, node.nanos); // came too late
    node.step();
    assertThat(effects.proposed).isEmpty();
    node.member.confirmed(third, true, node.nanos);
    node.step();
    assertThat(effects.proposed).hasSize(1);
  }

  @Test
  void a_lease_that_runs_out_is_ended_by_a_tick_and_there_is_one_at_a_time() {
    node.applied = node.at(1_000_000, new ClusterTime(1_300_000));
    node.leads(1);
    node.pass(millis(299));
    assertThat(effects.proposed).isEmpty();

    node.pass(millis(2));
    Batch tick = nextProposed();
    assertThat(isTick(tick)).isTrue();
    node.pass(millis(200));
    assertThat(effects.proposed).isEmpty();

    node.apply(tick); // and the lease is still not ended
    assertThat(isTick(nextProposed())).isTrue();
  }

  @Test
  void a_tick_that_is_lost_is_followed_by_another() {
    node.applied = node.at(1_000_000, new ClusterTime(1_000_000));
    node.leads(1);
    node.member.failed(nextProposed(), false, node.nanos);
    node.pass(millis(60));

    assertThat(isTick(nextProposed())).isTrue();
  }
}
