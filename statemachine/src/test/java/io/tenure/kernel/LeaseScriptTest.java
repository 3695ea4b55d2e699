package io.tenure.kernel;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plays each file of {@code scripts/} and compares what the kernel did with what the file says.
 *
 * <p>A file is paragraphs of a command in the words of {@link ScriptReader}, a line {@code ----},
 * and the events and the result that it led to, in the words of {@link ScriptWriter}. Run with
 * {@code -Dscripts.rewrite=true} to write the files anew, then review the difference.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LeaseScriptTest {

  private static final List<Path> PLACES =
      List.of(
          Path.of("src/test/resources/scripts"),
          Path.of("statemachine/src/test/resources/scripts"));

  @ParameterizedTest
  @MethodSource("scripts")
  void happens_as_written(Path script) throws IOException {
    String written = Files.readString(script);
    String played = play(written);
    if (Boolean.getBoolean("scripts.rewrite")) {
      Files.writeString(script, played);
    }
    assertThat(played).isEqualTo(written);
  }

  @Test
  void there_are_scripts() throws IOException {
    assertThat(scripts()).hasSizeGreaterThanOrEqualTo(8);
  }

  static List<Path> scripts() throws IOException {
    Path place = PLACES.stream().filter(Files::isDirectory).findFirst().orElseThrow();
    try (Stream<Path> files = Files.list(place)) {
      return files.sorted().toList();
    }
  }

  private static String play(String script) {
    LeaseTable table = new LeaseTable();
    LeaseKernel kernel = new LeaseKernel(table);
    long index = 0;
    StringBuilder played = new StringBuilder();
    for (String paragraph : script.split("\n\n")) {
      String question = paragraph.split("(?m)^----$")[0].strip();
      played.append(question).append("\n");
      String line = question.lines().filter(each -> !each.startsWith("#")).collect(joining());
      if (!line.isEmpty()) {
        index++;
        Outcome outcome = kernel.apply(ScriptReader.entry(index, line));
        Invariants.check(table);
        played.append("----\n").append(ScriptWriter.describe(outcome));
      }
      played.append("\n");
    }
    return played.toString().strip() + "\n";
  }
}
