package io.tenure.chaos.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.chaos.cluster.ProcessCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
import org.junit.jupiter.params.provider.CsvSource;

/** {@code tenure run} while all goes well, and how it tells what does not. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
class RunCommandTest {

  @TempDir static Path directory;
  private static ProcessCluster cluster;
  private static Tenure tenure;

  @BeforeAll
  static void start() {
    cluster = new ProcessCluster(Tenure.home(), directory, 1, List.of());
    cluster.start();
    tenure = new Tenure(directory, cluster.urls());
  }

  @AfterAll
  static void stop() {
    tenure.close();
    cluster.close();
  }

  @Test
  void the_command_knows_its_claim_and_until_when_it_lasts() {
    String script =
        "echo $TENURE_CLAIM $TENURE_FENCING_TOKEN $TENURE_RESOURCE;"
            + " echo $(($(cat $TENURE_DEADLINE_FILE) - $(date +%s)))";
    Tenure.Ended ended =
        tenure.run("run", "--resource", "env", "--ttl", "20", "--", "sh", "-c", script);

    List<String> lines = ended.out().lines().toList();
    String[] words = lines.get(0).split(" ");
    JsonNode claim = tenure.claim(Long.parseLong(words[0]));
    assertThat(claim.path("fencing_token").asText()).isEqualTo(words[1]);
    assertThat(words[2]).isEqualTo("env");
    assertThat(Integer.parseInt(lines.get(1))).isBetween(5, 20);
    assertThat(claim.path("status").asText()).isEqualTo("released");
  }

  @ParameterizedTest
  @CsvSource({"exit 0, 0", "exit 7, 7", "kill -9 $$, 137", "kill -TERM $$, 143"})
  void the_exit_code_is_that_of_the_command(String script, int code) {
    assertThat(tenure.run("run", "--resource", "code", "--", "sh", "-c", script).code())
        .isEqualTo(code);
  }

  @Test
  void a_command_that_is_not_there_is_127_and_the_claim_is_released() {
    assertThat(tenure.run("run", "--resource", "none", "--", "/no/such/command").code())
        .isEqualTo(127);
    assertThat(tenure.run("queue", "none", "--json").json()).isEmpty();
  }

  @Test
  void standard_input_and_output_are_those_of_the_command() {
    String script = "echo in | " + tenure.executable() + " run --resource io -- cat";
    assertThat(tenure.launch(List.of("sh", "-c", script), Map.of()).await().out())
        .isEqualTo("in\n");
  }

  @Test
  void what_is_not_free_in_time_is_75_and_names_who_has_it() {
    JsonNode holder = tenure.run("claim", "busy", "--ttl", "600", "--json").json();

    for (String timeout : List.of("0", "0.5")) {
      Tenure.Ended ended =
          tenure.run("run", "--resource", "busy", "--timeout", timeout, "--", "true");
      assertThat(ended.code()).isEqualTo(75);
      assertThat(ended.err()).contains("claim " + holder.path("id").asText()).hasLineCount(1);
    }
    assertThat(tenure.run("queue", "busy", "--json").json()).hasSize(1);
  }

  @Test
  void nobody_answering_is_69() {
    Tenure.Ended ended =
        tenure.run(
            "run",
            "--resource",
            "x",
            "--url",
            "http://127.0.0.1:1",
            "--patience",
            "1",
            "--",
            "true");
    assertThat(ended.code()).isEqualTo(69);
    assertThat(ended.err()).hasLineCount(1);
  }

  @Test
  void a_grace_that_leaves_no_time_for_renewals_is_refused() {
    Tenure.Ended ended =
        tenure.run("run", "--resource", "x", "--ttl", "10", "--grace", "6", "--", "true");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("--grace", "at most 4.0");
  }

  @ParameterizedTest
  @CsvSource({"HUP, 41", "INT, 42", "TERM, 43", "USR1, 44", "USR2, 45"})
  void signals_are_passed_on(String signal, int code) {
    String script =
        "trap 'exit " + code + "' " + signal + "; echo up; while :; do sleep 0.05; done";
    Tenure.Running run =
        tenure.start("run", "--resource", "sig-" + signal, "--", "sh", "-c", script);
    run.awaitOutput("up");
    run.signal(signal);
    assertThat(run.await().code()).isEqualTo(code);
  }

  @Test
  void a_signal_while_it_waits_leaves_no_claim_behind() {
    tenure.run("claim", "held", "--ttl", "600");
    Tenure.Running run = tenure.start("run", "--resource", "held", "--", "true");
    ProcessCluster.await(
        "it waits", () -> tenure.run("queue", "held", "--json").json().size() == 2);
    run.signal("TERM");
    assertThat(run.await().code()).isEqualTo(143);
    assertThat(tenure.run("queue", "held", "--json").json()).hasSize(1);
  }

  @Test
  void what_the_command_leaves_behind_is_stopped_before_the_release() {
    String script = "sleep 300 & echo $!";
    Tenure.Ended ended =
        tenure.run("run", "--resource", "left", "--ttl", "6", "--", "sh", "-c", script);
    assertThat(ended.code()).isZero();
    assertThat(ProcessHandle.of(Long.parseLong(ended.out().strip()))).isEmpty();
  }

  @Test
  void a_claim_that_is_revoked_stops_the_command_and_calls_the_hook() {
    Tenure.Running run =
        tenure.start(
            "run",
            "--resource",
            "revoked",
            "--ttl",
            "6",
            "--grace",
            "0.5",
            "--on-lost",
            "echo hook $TENURE_RESOURCE: $TENURE_LOST_REASON",
            "--",
            "sh",
            "-c",
            "trap '' TERM; echo up; while :; do sleep 0.05; done");
    run.awaitOutput("up");
    tenure.run("revoke", "--resource", "revoked");

    Tenure.Ended ended = run.await();
    assertThat(ended.code()).isEqualTo(76);
    assertThat(ended.out()).contains("hook revoked: ");
    assertThat(ended.err()).contains("tenure: revoked is lost").hasLineCount(1);
  }
}
