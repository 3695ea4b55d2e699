package io.tenure.replication;

import static io.tenure.replication.TestMember.millis;
import static io.tenure.replication.TestMember.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.service.UnavailableException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReadRoundsTest {

  private final TestMember node = new TestMember();
  private final RecordedEffects effects = node.effects;

  @BeforeEach
  void afterTheFirstRound() {
    node.follows(1, "alice");
    end(true);
  }

  private Read<Boolean> read() {
    Read<Boolean> read = new Read<>(state -> true, node.caller(seconds(10)));
    node.member.read(read, node.nanos);
    node.step();
    return read;
  }

  private void end(boolean succeeded) {
    node.member.roundEnded(effects.rounds.remove(), succeeded, node.nanos);
    node.step();
  }

  @Test
  void a_read_that_comes_while_a_round_is_under_way_waits_for_the_next() {
    Read<Boolean> first = read();
    Read<Boolean> second = read();
    Read<Boolean> third = read();
    assertThat(effects.rounds).hasSize(1);
    assertThat(effects.rounds.peek().reads()).isEqualTo(java.util.List.of(first));

    end(true);
    assertThat(effects.rounds.peek().reads()).isEqualTo(java.util.List.of(second, third));
  }

  @Test
  void the_reads_of_a_round_that_failed_go_first_into_the_next_one_a_little_later() {
    Read<Boolean> first = read();
    Read<Boolean> second = read();
    end(false);
    assertThat(effects.rounds).isEmpty();

    node.pass(millis(20));
    assertThat(effects.rounds.peek().reads()).isEqualTo(java.util.List.of(first, second));
  }

  @Test
  void a_read_that_finds_no_leader_in_time_is_unavailable() {
    Read<Boolean> read = read();
    for (long passed = 0; passed < seconds(6); passed += millis(20)) {
      if (!effects.rounds.isEmpty()) {
        end(false);
      }
      node.pass(millis(20));
    }

    assertThatThrownBy(() -> read.answer().getNow(false))
        .hasCauseInstanceOf(UnavailableException.class);
  }

  @Test
  void a_round_whose_leader_has_changed_is_given_up_at_once() {
    read();
    node.follows(2, "bob");
    assertThat(effects.abandoned).isEqualTo(java.util.List.copyOf(effects.rounds));

    end(false);
    node.pass(millis(20));
    assertThat(effects.rounds).hasSize(1);
  }

  @Test
  void the_late_end_of_an_old_round_does_not_end_the_new_one() {
    read();
    Round old = effects.rounds.peek();
    end(false);
    node.pass(millis(20));
    Round now = effects.rounds.peek();

    node.member.roundEnded(old, true, node.nanos);
    read();

    assertThat(effects.rounds).containsExactly(now);
  }

  @Test
  void an_idle_member_asks_every_second_so_that_it_knows_its_age() {
    node.pass(millis(900));
    assertThat(effects.rounds).isEmpty();

    node.pass(millis(101));
    assertThat(effects.rounds).hasSize(1);
  }

  @Test
  void a_leader_that_has_nothing_more_to_propose_lets_the_others_learn_what_is_committed() {
    node.leads(2);
    effects.rounds.clear();
    node.offer(1);
    Batch first = effects.proposed.remove().batch();
    node.offer(2);
    node.apply(first);
    assertThat(effects.rounds).isEmpty();

    node.apply(effects.proposed.remove().batch());
    assertThat(effects.rounds).hasSize(1);
  }
}
