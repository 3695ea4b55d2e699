package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.node.identity.KnownRuns;
import io.tenure.node.identity.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RunFileTest {

  @TempDir private Path directory;

  @Test
  void every_start_has_a_larger_number_and_another_life() {
    Run first = RunFile.next(directory).own();
    Run second = RunFile.next(directory).own();

    assertThat(first.number()).isEqualTo(1);
    assertThat(second.number()).isEqualTo(2);
    assertThat(second.life()).isNotEqualTo(first.life());
  }

  @Test
  void a_member_comes_with_later_runs_only_also_after_a_restart_of_who_has_seen_it() {
    KnownRuns before = RunFile.next(directory);
    assertThat(before.objection("n2", new Run(3, 7))).isEmpty();
    assertThat(before.objection("n2", new Run(3, 7))).isEmpty(); // connects once more
    assertThat(before.objection("n2", Run.UNKNOWN)).isEmpty(); // of a version that does not count

    KnownRuns after = RunFile.next(directory);
    assertThat(after.objection("n2", new Run(3, 7))).isEmpty();
    assertThat(after.objection("n2", new Run(3, 8)))
        .hasValueSatisfying(why -> assertThat(why).contains("an older copy"));
    assertThat(after.objection("n2", new Run(2, 7))).isPresent();
    assertThat(after.objection("n3", new Run(2, 7))).isEmpty();
    assertThat(after.objection("n2", new Run(4, 1))).isEmpty();
  }

  @Test
  void a_damaged_file_is_refused_and_left_as_it_is() throws IOException {
    Path file = directory.resolve("runs");
    for (String damaged : List.of("- 1", "- x 1\n", "- 99999999999999999999 1\n", "n2 -1 0\n")) {
      Files.writeString(file, damaged);
      assertThatThrownBy(() -> RunFile.next(directory)).hasMessageContaining("it is damaged");
      assertThat(file).hasContent(damaged);
    }
  }
}
