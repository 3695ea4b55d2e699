package io.tenure.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class InjectionTest {

  private static final int MAJORITY = 2;
  private static final List<String> ALL = List.of("n1", "n2", "n3");

  private final List<String> healed = new ArrayList<>();

  @Test
  void one_fault_says_what_it_knows() {
    assertThat(cut("n1").cutOff()).containsExactly("n1");
    assertThat(cut("n1").quorum()).isTrue();
    assertThat(without(ALL).quorum()).isFalse();
    assertThat(unknown().quorum()).isFalse();
    assertThat(unknown().withQuorum(true).quorum()).isTrue();
    assertThat(without(List.of()).isUnnoticed()).isFalse();
    assertThat(without(List.of()).unnoticed().isUnnoticed()).isTrue();
  }

  @Test
  void two_faults_that_each_leave_a_majority_may_leave_none_together() {
    assertThat(mixed(without(List.of("n1")), without(List.of("n2"))).quorum()).isFalse();
    assertThat(mixed(without(List.of("n1")), without(List.of("n1"))).quorum()).isTrue();
    assertThat(mixed(without(List.of("n1")), without(List.of())).quorum()).isTrue();
  }

  @Test
  void a_node_that_is_cut_off_stays_so_if_the_other_fault_strikes_elsewhere() {
    Injection mixture = mixed(cut("n1"), without(List.of("n2")));

    assertThat(mixture.cutOff()).containsExactly("n1");
    assertThat(mixture.quorum()).isFalse();
  }

  @Test
  void a_node_that_is_cut_off_and_dead_cannot_refuse_but_the_others_go_on() {
    Injection mixture = mixed(cut("n1"), without(List.of("n1")));

    assertThat(mixture.cutOff()).isEmpty();
    assertThat(mixture.quorum()).isTrue();
  }

  @Test
  void nothing_is_said_when_one_part_is_not_known() {
    assertThat(mixed(cut("n1"), unknown()).cutOff()).isEmpty();
    assertThat(mixed(cut("n1"), unknown()).quorum()).isFalse();
    assertThat(mixed(unknown(), without(List.of())).quorum()).isFalse();
    assertThat(mixed(without(List.of()), unknown().withQuorum(true)).quorum()).isFalse();
  }

  @Test
  void the_last_part_heals_first_and_all_do_even_if_one_fails_to() {
    Injection broken =
        Injection.of(
            "n2",
            "broken",
            () -> {
              throw new IllegalStateException("cannot heal");
            });
    Injection mixture = mixed(healing("first"), broken, healing("last"));

    assertThatThrownBy(mixture::heal).hasMessage("cannot heal");
    mixture.heal();

    assertThat(healed).containsExactly("last", "first");
  }

  @Test
  void a_mixture_names_its_parts() {
    Injection mixture = mixed(cut("n1"), without(List.of("n2")));

    assertThat(mixture.target()).isEqualTo("n1 + n2");
    assertThat(mixture.detail()).isEqualTo("cut + kill -9");
    assertThat(mixture.parts()).hasSize(2);
  }

  private Injection healing(String name) {
    return Injection.of(name, name, () -> healed.add(name));
  }

  private static Injection mixed(Injection... parts) {
    return Injection.all(List.of(parts), MAJORITY);
  }

  private static Injection cut(String node) {
    return Injection.of(node, "cut", () -> {})
        .cuttingOff(List.of(node))
        .sparing(allBut(List.of(node)), MAJORITY);
  }

  private static Injection without(List<String> nodes) {
    return Injection.of(String.join(",", nodes), "kill -9", () -> {})
        .sparing(allBut(nodes), MAJORITY);
  }

  private static Injection unknown() {
    return Injection.of("all", "slow", () -> {});
  }

  private static List<String> allBut(List<String> nodes) {
    return ALL.stream().filter(node -> !nodes.contains(node)).toList();
  }
}
