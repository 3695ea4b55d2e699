package io.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.exit.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What the help shows as an example works, letter by letter. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExamplesTest {

  /** These ask once and end; the others go on, or start something. */
  private static final Set<String> ASK_ONCE =
      Set.of(
          "claim",
          "release",
          "renew",
          "show",
          "list",
          "queue",
          "resources",
          "revoke",
          "cluster",
          "members",
          "leader",
          "rotation",
          "health",
          "version");

  private static final CommandEnvironment NOTHING = new CommandEnvironment(Map.of(), "");

  private static FakeNode node;

  @BeforeAll
  static void start() {
    node = new FakeNode();
    String claim =
        "{\"id\":17,\"resource\":\"db\",\"status\":\"active\",\"ttl\":5.0,\"fencing_token\":1,"
            + "\"queue_position\":0,\"created\":\"2026-01-01T00:00:00.000000Z\",\"user_data\":null}";
    node.reply(200, claim);
    node.answer("/v1/claims/", 200, "[" + claim + "]");
    node.answer("/v1/claims/1", 200, claim);
    node.answer("POST /v1/claims/", 201, claim);
    node.answer("/v1/resources", 200, "{\"resource\":\"db\",\"holder\":null}");
    String members = "[{\"id\":\"n2\",\"role\":\"leader\",\"http_url\":\"" + node.url() + "\"}]";
    node.answer(
        "/v1/cluster", 200, "{\"node\":\"n2\",\"leader\":\"n2\",\"members\":" + members + "}");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  static Stream<List<String>> examples() {
    return HelpExamples.of(CompletionCommand.everything(NOTHING)).stream();
  }

  @Test
  void every_command_has_examples() {
    assertThat(examples()).hasSizeGreaterThan(60);
    CompletionCommand.everything(NOTHING)
        .getSubcommands()
        .forEach(
            (name, command) -> {
              if (!name.equals("help")) {
                assertThat(HelpExamples.of(command)).as(name).isNotEmpty();
              }
            });
  }

  @ParameterizedTest
  @MethodSource("examples")
  void every_example_is_understood(List<String> words) {
    CommandLine line = Main.commandLine(NOTHING);
    line.registerConverter(Duration.class, new DurationText());
    assertThat(line.parseArgs(words.toArray(String[]::new)).errors()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void every_example_that_asks_a_node_gets_an_answer(List<String> words) {
    if (ASK_ONCE.contains(words.get(0))) {
      StringWriter err = new StringWriter();
      String[] arguments =
          words.stream()
              .map(word -> word.startsWith("http://") ? node.url() : word)
              .toArray(String[]::new);
      PrintWriter nowhere = new PrintWriter(new StringWriter());
      CommandEnvironment environment = new CommandEnvironment(Map.of("TENURE_URL", node.url()), "");
      int code = Main.run(environment, nowhere, new PrintWriter(err), arguments);
      assertThat(code).as(words + ": " + err).isEqualTo(ExitCode.OK);
    }
  }
}
