package io.tenure.chaos.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.chaos.cluster.ProcessCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The installed command line against a cluster of three. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
class CommandLineTest {

  @TempDir static Path directory;
  private static ProcessCluster cluster;
  private static Tenure tenure;
  private static String help;

  @BeforeAll
  static void start() {
    cluster = new ProcessCluster(Tenure.home(), directory, 3, List.of());
    cluster.start();
    tenure = new Tenure(directory, cluster.urls());
    help = tenure.run("--help").out();
  }

  @AfterAll
  static void stop() {
    tenure.close();
    cluster.close();
  }

  @Test
  void a_claim_is_filed_renewed_shown_and_released() {
    JsonNode claim =
        tenure.run("claim", "one", "--ttl", "60", "--user-data", "{\"a\":1}", "--json").json();
    String id = claim.path("id").asText();
    assertThat(claim.path("status").asText()).isEqualTo("active");
    assertThat(claim.path("user_data").path("a").asInt()).isOne();

    assertThat(tenure.run("renew", id, "--ttl", "600", "--json").json().path("ttl").asDouble())
        .isBetween(500.0, 600.0);
    assertThat(tenure.run("show", id).out())
        .contains("resource       one", "status         active");
    assertThat(tenure.run("release", id).out()).isEqualTo("claim " + id + " on one is released\n");
    Tenure.Ended again = tenure.run("release", id);
    assertThat(again.code()).isZero();
    assertThat(again.err()).isEqualTo("tenure: claim " + id + " was already released\n");
  }

  @Test
  void who_waits_is_in_the_queue_and_is_withdrawn_when_its_time_is_over() {
    tenure.run("claim", "two", "--ttl", "600");
    assertThat(tenure.run("claim", "two", "--ttl", "600", "--json").code()).isEqualTo(75);
    Tenure.Ended inVain = tenure.run("claim", "two", "--wait", "0.5", "--json");

    assertThat(inVain.code()).isEqualTo(75);
    assertThat(Tenure.json(inVain.out()).path("status").asText()).isEqualTo("withdrawn");
    JsonNode queue = tenure.run("queue", "two", "--json").json();
    assertThat(queue).hasSize(2);
    assertThat(queue.get(1).path("queue_position").asInt()).isOne();
    assertThat(tenure.run("queue", "two").out())
        .contains("POSITION", "WAITED", "waiting")
        .hasLineCount(3);
  }

  @Test
  void whoever_holds_a_resource_can_be_revoked_by_its_name() {
    long id = tenure.run("claim", "three", "--ttl", "600", "--json").json().path("id").asLong();

    assertThat(tenure.run("revoke", "--resource", "three").out()).contains("is revoked");
    assertThat(tenure.claim(id).path("status").asText()).isEqualTo("revoked");
    assertThat(tenure.run("revoke", "--resource", "three").code()).isEqualTo(1);
  }

  @Test
  void a_list_takes_filters_goes_on_over_pages_and_fits_the_terminal() {
    for (int i = 0; i < 3; i++) {
      tenure.run("claim", "a-rather-long-name-of-a-resource", "--ttl", "600");
    }
    String name = "a-rather-long-name-of-a-resource";
    assertThat(tenure.run("list", "--resource", name, "--status", "waiting", "--json").json())
        .hasSize(2);
    assertThat(tenure.run("list", "--resource", name, "--limit", "2", "--json").json()).hasSize(2);
    assertThat(tenure.run("list", "--resource", name, "--minimum-ttl", "1", "--json").json())
        .hasSize(1);
    Tenure.Ended narrow =
        tenure
            .launch(
                List.of(tenure.executable(), "list", "--resource", name), Map.of("COLUMNS", "60"))
            .await();
    assertThat(narrow.out().lines()).hasSize(4).allMatch(line -> line.length() <= 60);
    assertThat(narrow.out()).contains("…");
  }

  @Test
  void a_resource_is_shown_with_its_holder_and_those_before() {
    String id =
        tenure.run("claim", "four/x y", "--ttl", "600", "--json").json().path("id").asText();
    tenure.run("release", id);
    String next =
        tenure.run("claim", "four/x y", "--ttl", "600", "--json").json().path("id").asText();

    JsonNode resource = tenure.run("show", "four/x y", "--json").json();
    assertThat(resource.path("holder").path("claim").asText()).isEqualTo(next);
    assertThat(tenure.run("show", "four/x y").out())
        .contains("four/x y is held by claim " + next, "released");
    assertThat(tenure.run("show", "--resource", "987654").out()).contains("987654 is free");
  }

  @Test
  void events_are_shown_as_they_happen() {
    Tenure.Running watch = tenure.start("watch", "five", "--json", "--limit", "2");
    watch.awaitOutput("hello");
    String id = tenure.run("claim", "five", "--ttl", "600", "--json").json().path("id").asText();
    tenure.run("release", id);

    List<JsonNode> events = watch.await().out().lines().map(Tenure::json).toList();
    assertThat(events.stream().map(event -> event.path("event").asText()))
        .endsWith("granted", "ended");
    assertThat(events.get(events.size() - 1).path("claim").asText()).isEqualTo(id);
  }

  @Test
  void what_has_happened_can_be_asked_afterwards() {
    String id = tenure.run("claim", "seven", "--ttl", "600", "--json").json().path("id").asText();
    tenure.run("release", id);
    Tenure.Ended events = tenure.run("events", "seven", "--since", "10m", "--json");
    assertThat(events.code()).as(events.err()).isZero();
    assertThat(events.out().lines().map(Tenure::json).map(event -> event.path("event").asText()))
        .endsWith("granted", "ended");
  }

  @Test
  void a_resource_that_is_held_is_in_the_list_and_leadership_can_be_looked_up() {
    tenure.run("claim", "eight/a", "--ttl", "600", "--user-data", "{\"host\":\"db1\"}");
    assertThat(tenure.run("resources", "eight/").out()).contains("db1").hasLineCount(2);
    assertThat(tenure.run("leader").out()).matches("n[123]\n");
  }

  @Test
  void the_cluster_and_its_health_are_shown() {
    assertThat(tenure.run("cluster", "--json").json().path("members")).hasSize(3);
    assertThat(tenure.run("cluster", "--check").out())
        .contains("leader", "follower")
        .hasLineCount(6);
    assertThat(tenure.run("members").out()).contains("n1", "n2", "n3").hasLineCount(4);
    assertThat(tenure.run("version").out()).startsWith("client ").hasLineCount(4);
    assertThat(tenure.run("health").out()).hasLineCount(4);
    Tenure.Ended oneDead =
        tenure.run("health", "--json", "--url", cluster.urls().get(0) + ",http://127.0.0.1:1");
    assertThat(oneDead.code()).isEqualTo(69);
    assertThat(Tenure.json(oneDead.out()).get(1).path("status").asText()).isEqualTo("unreachable");
  }

  @Test
  void a_dead_node_in_the_list_is_passed_over() {
    String urls =
        "http://127.0.0.1:1,"
            + cluster.urls().stream().map(Object::toString).collect(Collectors.joining(","));
    assertThat(tenure.run("claim", "six", "--url", urls).code()).isZero();
  }

  @Test
  void nobody_answering_is_one_line_and_the_code_69() {
    Tenure.Ended ended =
        tenure.run("show", "1", "--url", "http://127.0.0.1:1", "--patience", "0.3");
    assertThat(ended.code()).isEqualTo(69);
    assertThat(ended.err()).contains("connection refused", "TENURE_URL").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"show", "list --status nonsense", "claim x --ttl -1", "nonsense", "show --url ::"})
  void what_is_wrong_is_told_in_one_line(String arguments) {
    Tenure.Ended ended = tenure.run(arguments.split(" "));
    assertThat(ended.code()).isBetween(1, 2);
    assertThat(ended.err()).startsWith("tenure: ").hasLineCount(1);
    assertThat(ended.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "claim",
        "release",
        "renew",
        "show",
        "list",
        "queue",
        "watch",
        "revoke",
        "cluster",
        "health",
        "keychain",
        "runner",
        "locket",
        "completion",
        "node",
        "local",
        "config"
      })
  void every_command_has_help_with_examples_and_is_in_the_list(String command) {
    assertThat(tenure.run(command, "--help").out()).contains("Usage: tenure " + command, "Example");
    assertThat(help).contains("  " + command + " ");
  }

  @Test
  void the_help_names_every_program_on_one_screen() {
    assertThat(help.lines())
        .hasSizeLessThan(50)
        .anyMatch(line -> line.startsWith("  chaos "))
        .anyMatch(line -> line.startsWith("  verify "));
    assertThat(tenure.run("--version").out()).startsWith("tenure ");
    assertThat(tenure.run("help", "node").out()).startsWith("Usage: tenure node");
  }

  @Test
  void the_completion_script_is_one_that_bash_takes() {
    String script = directory.resolve("completion.sh").toString();
    String command = tenure.executable() + " completion > " + script + " && bash -n " + script;
    assertThat(tenure.launch(List.of("sh", "-c", command), Map.of()).await().code()).isZero();
    assertThat(Tenure.read(Path.of(script)))
        .contains("--resource", "keychain", "local")
        .contains("--base-port", "--faults", "--locket");
  }

  @Test
  void a_folder_with_blanks_in_its_name_and_a_link_to_it_do() throws Exception {
    Path link = directory.resolve("a folder");
    Files.createSymbolicLink(link, Tenure.home());
    List<String> command = List.of(link.resolve("bin/tenure").toString(), "health");
    assertThat(tenure.launch(command, Map.of()).await().code()).isZero();
  }
}
