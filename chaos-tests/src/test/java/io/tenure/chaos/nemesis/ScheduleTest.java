package io.tenure.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ScheduleTest {

  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void a_seed_gives_the_same_schedule_again_and_another_seed_another() {
    Schedule one = Schedule.draw(42, Faults.all(), HOUR);

    assertThat(Schedule.draw(42, Faults.all(), HOUR)).isEqualTo(one);
    assertThat(Schedule.draw(43, Faults.all(), HOUR)).isNotEqualTo(one);
  }

  @Test
  void every_fault_comes_once_before_any_comes_twice() {
    List<Schedule.Step> steps = Schedule.draw(7, Faults.all(), HOUR).steps();

    List<Fault> first =
        steps.stream().limit(Faults.all().size()).map(Schedule.Step::fault).toList();

    assertThat(new HashSet<>(first)).hasSize(Faults.all().size());
  }

  @Test
  void faults_end_in_time_and_come_one_after_another_unless_they_overlap() {
    Schedule schedule = Schedule.draw(7, Faults.all(), HOUR);

    assertThat(schedule.length()).isLessThanOrEqualTo(HOUR);
    Duration free = Duration.ZERO;
    for (Schedule.Step step : schedule.steps()) {
      Duration end = step.start().plus(step.length());
      assertThat(step.length()).isBetween(step.fault().shortest(), step.fault().longest());
      assertThat(step.start().compareTo(free) > 0).as("%s", step).isNotEqualTo(step.overlaps());
      free = end.compareTo(free) > 0 ? end : free;
    }
  }

  @Test
  void some_faults_begin_while_another_lasts_that_does_not_change_the_same_thing() {
    List<Schedule.Step> steps = Schedule.draw(7, Faults.all(), HOUR).steps();

    int overlapping = 0;
    for (int i = 1; i < steps.size(); i++) {
      Schedule.Step before = steps.get(i - 1);
      Schedule.Step step = steps.get(i);
      if (step.overlaps()) {
        overlapping++;
        assertThat(before.overlaps()).isFalse();
        assertThat(step.start()).isBetween(before.start(), before.start().plus(before.length()));
        assertThat(Faults.mayOverlap(before.fault(), step.fault())).isTrue();
      }
    }
    assertThat(overlapping).isBetween(steps.size() / 8, steps.size() / 3);
  }

  @Test
  void faults_of_the_same_machines_or_of_one_network_never_overlap() {
    assertThat(mayOverlap("kill-one", "disk-hang")).isFalse();
    assertThat(mayOverlap("leader-pause-kill", "pause-short")).isFalse();
    assertThat(mayOverlap("loss", "delay")).isFalse();
    assertThat(mayOverlap("rolling-restart", "partition-all")).isFalse();
    assertThat(mayOverlap("kill-one", "partition-halves")).isTrue();
    assertThat(mayOverlap("clock-fast", "kill-leader")).isTrue();
    assertThat(mayOverlap("idle", "kill-leader")).isTrue();
    assertThat(mayOverlap("stranger", "kill-leader")).isTrue();
    assertThat(mayOverlap("certificate-expired", "kill-leader")).isFalse();
    assertThat(mayOverlap("certificates-rotated", "partition-all")).isFalse();
  }

  private static boolean mayOverlap(String one, String other) {
    return Faults.mayOverlap(
        Faults.named(List.of(one)).get(0), Faults.named(List.of(other)).get(0));
  }

  @Test
  void it_prints_a_line_for_every_fault() {
    Schedule schedule = Schedule.draw(7, Faults.named(List.of("kill-leader")), HOUR);

    assertThat(schedule.toString().lines())
        .hasSameSizeAs(schedule.steps())
        .allMatch(line -> line.matches("at +[0-9.]+ s for +[0-9.]+ s  kill-leader"));
  }

  @Test
  void without_faults_or_time_it_is_empty() {
    assertThat(Schedule.draw(1, List.of(), HOUR).steps()).isEmpty();
    assertThat(Schedule.draw(1, Faults.all(), Duration.ZERO).steps()).isEmpty();
  }

  @Test
  void there_are_many_faults_with_names_of_their_own() {
    List<String> names = Faults.all().stream().map(Fault::name).toList();

    assertThat(names).hasSizeGreaterThanOrEqualTo(25).doesNotHaveDuplicates();
    assertThat(Faults.named(List.of("all"))).isEqualTo(Faults.all());
    assertThat(Faults.named(List.of("clock", "wall-clock-back"))).hasSize(5);
  }

  @Test
  void a_name_that_is_not_known_is_told_with_those_that_are() {
    assertThatThrownBy(() -> Faults.named(List.of("kill-everybody")))
        .hasMessageContaining("kill-everybody")
        .hasMessageContaining("kill-all")
        .hasMessageContaining("network");
  }
}
