package io.tenure.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The watchdog alone, in each shell that is here, with a wrapper that does nothing. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class WatchdogTest {

  private static final String NOBODY = "999999999";

  static Stream<String> shells() {
    return Stream.of("dash", "bash", "busybox sh").filter(WatchdogTest::has);
  }

  @ParameterizedTest
  @MethodSource("shells")
  void it_kills_a_stubborn_group_in_time_and_clears_up_for_a_dead_wrapper(String shell)
      throws Exception {
    LeaseFiles files = new LeaseFiles();
    long now = Uptime.hundredths();
    files.writeWatch(now, Duration.ofMillis(300), Duration.ofMillis(900));
    Process dog = watchdog(shell, files, NOBODY);
    ProcessGroup group = start(files, "sh", "-c", "trap '' TERM; while :; do sleep 1; done");

    assertThat(group.exit().get(30, TimeUnit.SECONDS)).isEqualTo(137);
    assertThat(Uptime.hundredths() - now).isGreaterThanOrEqualTo(85);
    assertThat(dog.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(files.directory()).doesNotExist();
  }

  @ParameterizedTest
  @MethodSource("shells")
  void it_asks_kindly_first(String shell) throws Exception {
    try (LeaseFiles files = new LeaseFiles()) {
      files.writeWatch(Uptime.hundredths(), Duration.ofMillis(300), Duration.ofSeconds(30));
      Process dog = watchdog(shell, files, NOBODY);
      String script = "trap 'exit 3' TERM; while :; do sleep 0.05; done";
      ProcessGroup group = start(files, "sh", "-c", script);

      assertThat(group.exit().get(30, TimeUnit.SECONDS)).isEqualTo(3);
      assertThat(dog.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("shells")
  void what_starts_too_late_does_not_start(String shell) throws Exception {
    try (LeaseFiles files = new LeaseFiles()) {
      files.writeWatch(Uptime.hundredths(), Duration.ofSeconds(-2), Duration.ofSeconds(-1));
      Process dog = watchdog(shell, files, Long.toString(ProcessHandle.current().pid()));
      assertThat(dog.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(files.isOver()).isTrue();

      ProcessGroup late = start(files, "sleep", "30");
      assertThat(late.exit().get(30, TimeUnit.SECONDS)).isEqualTo(76);
    }
  }

  private static Process watchdog(String shell, LeaseFiles files, String wrapper) throws Exception {
    Path script = Files.createTempFile("watchdog", ".sh");
    script.toFile().deleteOnExit();
    try (InputStream text = ProcessGroup.class.getResourceAsStream("watchdog.sh")) {
      Files.writeString(script, new String(text.readAllBytes(), StandardCharsets.UTF_8));
    }
    String command = "exec " + shell + " \"$@\"";
    return new ProcessBuilder(
            "sh", "-c", command, "x", script.toString(), files.directory().toString(), wrapper)
        .start();
  }

  private static boolean has(String shell) {
    String program = shell.split(" ")[0];
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  private static ProcessGroup start(LeaseFiles files, String... words) {
    return ProcessGroup.start(new ChildCommand(List.of(words), Map.of(), false), files, Map.of());
  }

  @Test
  void a_secret_of_the_wrapper_is_not_the_commands() {
    ProcessBuilder process = new ProcessBuilder("true");
    process.environment().put("TENURE_TOKEN", "s3cret");
    Map<String, String> ofTheLease = Map.of("TENURE_CLAIM", "7");

    new ChildCommand(List.of("true"), Map.of(), true).prepare(process, ofTheLease);
    assertThat(process.environment()).containsEntry("TENURE_TOKEN", "s3cret");
    new ChildCommand(List.of("true"), Map.of("TENURE_URL", "u"), false)
        .prepare(process, ofTheLease);
    assertThat(process.environment())
        .doesNotContainKey("TENURE_TOKEN")
        .containsEntry("TENURE_URL", "u")
        .containsEntry("TENURE_CLAIM", "7");
  }
}
