package io.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.Capability;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MainTest {

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Map<String, String> environment = Map.of();

  @Test
  void lists_what_can_go_wrong() {
    assertThat(run("chaos", "--list-faults")).isZero();
    assertThat(out.toString().lines()).hasSizeGreaterThanOrEqualTo(25);
    assertThat(out.toString()).contains("kill-leader", "power-loss-all", "partition-ring");
  }

  @Test
  void the_first_word_may_be_left_out() {
    assertThat(run("--list-faults")).isZero();
  }

  @Test
  void help_tells_the_exit_codes() {
    assertThat(run("--help")).isZero();
    assertThat(run("verify", "--help")).isZero();
    assertThat(out.toString()).contains("0   valid", "1   invalid", "2   wrong", "3   unknown");
  }

  @Test
  void wrong_arguments_end_with_two_and_one_line() {
    assertThat(run("--nodes", "4")).isEqualTo(2);
    assertThat(err.toString()).contains("--nodes is 1, 3 or 5");
    assertThat(run("--hosts", "cloud")).isEqualTo(2);
    assertThat(err.toString()).contains("--hosts is netns, docker, local or auto");
    assertThat(run("--peer-tls", "maybe")).isEqualTo(2);
    assertThat(err.toString()).contains("--peer-tls is on or off");
    assertThat(run("--seconds", "0")).isEqualTo(2);
    assertThat(run("verify")).isEqualTo(2);
    assertThat(err.toString()).contains("--url is missing (or set TENURE_URL)");
    assertThat(run("verify", "--no-such-option")).isEqualTo(2);
    assertThat(err.toString()).endsWith("; see tenure verify --help\n");
    assertThat(run("verify", "--url", "somewhere")).isEqualTo(2);
    assertThat(err.toString()).contains("not the address of a node").doesNotContain("\tat ");
  }

  @Test
  void the_addresses_of_the_nodes_may_come_from_the_environment() {
    environment = Map.of("TENURE_URL", "http://127.0.0.1:1", "TENURE_LOCKET", "127.0.0.1:2");
    assertThat(run("verify", "--workloads", "tea")).isEqualTo(2);
    assertThat(err.toString()).contains("tea", "queues").doesNotContain("--url");
  }

  @Test
  void completion_knows_both_programs_with_their_options() {
    assertThat(Main.commands().get("verify").getCommandSpec().optionsMap())
        .containsKeys("--url", "--locket", "--seconds");
    assertThat(Main.commands().get("chaos").getCommandSpec().optionsMap())
        .containsKeys("--faults", "--seed");
  }

  @Test
  void a_fault_or_workload_that_does_not_exist_is_named_with_those_that_do() {
    assertThat(run("--hosts", "local", "--faults", "earthquake")).isEqualTo(2);
    assertThat(err.toString()).contains("earthquake", "kill-leader");
    assertThat(run("verify", "--url", "http://127.0.0.1:1", "--workloads", "tea")).isEqualTo(2);
    assertThat(err.toString()).contains("tea", "queues").doesNotContain("\tat ");
  }

  @Test
  void a_fault_that_these_hosts_cannot_do_is_refused_with_its_reason() {
    assertThat(Capability.NETNS.word()).isEqualTo("netns");
    assertThat(run("--hosts", "local", "--faults", "partition-ring", "--seconds", "2"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("partition-ring is not possible here: ");
    assertThat(run("--hosts", "local", "--faults", "stranger", "--peer-tls", "off")).isEqualTo(2);
    assertThat(err.toString()).contains("stranger is not possible here: nodes talk in plain text");
  }

  @Test
  void names_the_bugs_that_can_be_planted() {
    assertThat(run("--planted", "list")).isZero();
    assertThat(out.toString()).contains("no-fsync", "retry-claims-twice");
    assertThat(run("--planted", "sunflower")).isEqualTo(2);
    assertThat(err.toString()).contains("no bug is named sunflower");
  }

  private int run(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length);
    if (Arrays.stream(arguments).noneMatch("--list-faults"::equals)) {
      all = Arrays.copyOf(arguments, arguments.length + 2);
      all[arguments.length] = "--report";
      all[arguments.length + 1] = directory.toString();
    }
    return Main.run(
        environment,
        new PrintWriter(out, true),
        new PrintWriter(err, true),
        new StopRequest(),
        all);
  }
}
