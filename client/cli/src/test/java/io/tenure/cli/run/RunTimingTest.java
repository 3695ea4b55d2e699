package io.tenure.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RunTimingTest {

  @Test
  void grace_and_margin_are_inside_the_ttl() {
    RunTiming timing = RunTiming.of(Duration.ofSeconds(15), Optional.empty());
    assertThat(timing.grace()).isEqualTo(Duration.ofSeconds(5));
    assertThat(timing.margin()).isEqualTo(Duration.ofSeconds(1));
    assertThat(timing.untilEnd(Duration.ofSeconds(15))).isEqualTo(Duration.ofSeconds(9));
    assertThat(timing.untilKill(Duration.ofSeconds(15))).isEqualTo(Duration.ofSeconds(14));
    assertThat(timing.untilKill(Duration.ZERO)).isNegative();
  }

  @Test
  void half_of_the_ttl_is_left_for_renewals() {
    Duration ttl = Duration.ofSeconds(10);
    assertThat(RunTiming.of(ttl, Optional.of(Duration.ofSeconds(4))).grace()).hasSeconds(4);
    assertThatThrownBy(() -> RunTiming.of(ttl, Optional.of(Duration.ofSeconds(5))))
        .hasMessageContaining("at most 4.0");
    assertThatThrownBy(() -> RunTiming.of(Duration.ofMillis(900), Optional.empty()))
        .hasMessageContaining("--ttl");
  }

  @Test
  void who_is_in_the_foreground_is_read_from_the_process_table() {
    String head = "42 (a ) b) S 1 ";
    assertThat(ForegroundCheck.hasTerminal(head + "42 40 34816 42 4194304 0")).isTrue();
    assertThat(ForegroundCheck.hasTerminal(head + "42 40 34816 77 4194304 0")).isFalse();
    assertThat(ForegroundCheck.hasTerminal(head + "42 40 0 -1 4194304 0")).isFalse();
  }
}
