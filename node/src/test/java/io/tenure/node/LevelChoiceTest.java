package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.KnownLevels;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LevelChoiceTest {

  @Test
  void without_a_choice_a_node_knows_all_levels_of_its_version() {
    assertThat(LevelChoice.of("")).isEqualTo(KnownLevels.ALL);
  }

  @Test
  void a_node_can_be_kept_on_an_older_level() {
    assertThat(LevelChoice.of("1")).isEqualTo(new KnownLevels(1));
    assertThat(LevelChoice.of("2")).isEqualTo(new KnownLevels(2));
    assertThat(LevelChoice.of("3")).isEqualTo(KnownLevels.ALL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "4", "-1", "newest", " 1", "1.0", "99999999999"})
  void what_is_no_level_is_a_wrong_command_line(String chosen) {
    assertThatThrownBy(() -> LevelChoice.of(chosen))
        .isInstanceOf(StartupException.class)
        .hasMessage(
            "-Dtenure.newest-level: '"
                + chosen
                + "' is not a level that this version knows; allowed: 1 to 3")
        .extracting(failure -> ((StartupException) failure).exitCode())
        .isEqualTo(ExitCode.USAGE);
  }
}
