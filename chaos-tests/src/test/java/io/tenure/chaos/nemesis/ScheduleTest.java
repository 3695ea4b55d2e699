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
  void faults_come_one_after_another_and_end_in_time() {
    Schedule schedule = Schedule.draw(7, Faults.all(), HOUR);

    assertThat(schedule.length()).isLessThanOrEqualTo(HOUR);
    Duration free = Duration.ZERO;
    for (Schedule.Step step : schedule.steps()) {
      assertThat(step.start()).isGreaterThan(free);
      assertThat(step.length()).isBetween(step.fault().shortest(), step.fault().longest());
      free = step.start().plus(step.length());
    }
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
