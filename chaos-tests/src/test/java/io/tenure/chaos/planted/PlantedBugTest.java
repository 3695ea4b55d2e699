package io.tenure.chaos.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PlantedBugTest {

  private static final List<String> FILE =
      List.of(
          "# Two lines",
          "# of text.",
          "caught-by: queue order, one holder",
          "run: --seconds 6 --faults none",
          "",
          "--- a/A.java",
          " keep",
          "-old",
          "+new",
          "+newer",
          "",
          "-gone");

  @Test
  void is_read_from_its_file() {
    PlantedBug bug = PlantedBug.parse("name", FILE);

    assertThat(bug.rule()).isEqualTo("Two lines of text.");
    assertThat(bug.caughtBy()).containsExactly("queue order", "one holder");
    assertThat(bug.arguments()).containsExactly("--seconds", "6", "--faults", "none");
    assertThat(bug.patches())
        .containsExactly(
            new Patch("a/A.java", "keep\nold\n", "keep\nnew\nnewer\n"),
            new Patch("a/A.java", "gone\n", ""));
  }

  @Test
  void changes_the_lines_that_it_names() {
    Patch patch = new Patch("A.java", "keep\nold\n", "keep\nnew\n");

    assertThat(patch.applyTo("first\nkeep\nold\nlast\n")).isEqualTo("first\nkeep\nnew\nlast\n");
  }

  @Test
  void fails_when_the_lines_are_gone_or_not_the_only_ones() {
    Patch patch = new Patch("A.java", "old\n", "new\n");

    assertThatThrownBy(() -> patch.applyTo("other\n"))
        .isInstanceOf(PlantException.class)
        .hasMessageContaining("A.java does not have these lines any more:\nold");
    assertThatThrownBy(() -> patch.applyTo("old\nold\n"))
        .isInstanceOf(PlantException.class)
        .hasMessageContaining("more than once");
  }

  @Test
  void fails_when_its_file_is_incomplete_or_unreadable() {
    assertThatThrownBy(() -> PlantedBug.parse("name", FILE.subList(0, 5)))
        .hasMessageContaining("name lacks");
    assertThatThrownBy(() -> PlantedBug.parse("name", List.of("what is this")))
        .hasMessageContaining("unreadable line: what is this");
  }

  @Test
  void every_bug_fits_the_present_sources() {
    SourceTree tree = SourceTree.find(Path.of(""));

    assertThat(tree.bugs()).hasSizeGreaterThanOrEqualTo(12);
    assertThat(tree.bugs())
        .allSatisfy(
            bug ->
                Overlay.changed(tree, bug)
                    .forEach((file, text) -> assertThat(text).isNotEqualTo(tree.source(file))));
  }

  @Test
  void there_are_none_outside_a_source_tree(@TempDir Path elsewhere) {
    assertThatThrownBy(() -> SourceTree.find(elsewhere))
        .isInstanceOf(PlantException.class)
        .hasMessageContaining("in a source tree only");
  }
}
