package io.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.Requires;
import io.tenure.chaos.planted.PlantedBug;
import io.tenure.chaos.planted.SourceTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Proves that the chaos tests can fail: a cluster with a planted bug turns a checker red, and the
 * same run without it is green. Runs mostly wait, so some are made at once.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Execution(ExecutionMode.CONCURRENT)
@Requires({Capability.NETNS, Capability.NFT, Capability.SHIMS, Capability.DISK})
class PlantedBugsTest {

  private static final int AT_ONCE = 2;

  private static final Map<List<String>, Future<ChaosProgram>> PROGRAMS = new LinkedHashMap<>();
  private static final ExecutorService RUNNERS = Executors.newFixedThreadPool(AT_ONCE);

  static List<PlantedBug> bugs() {
    return SourceTree.find(Path.of("")).bugs();
  }

  /** Many bugs are exposed by the same run. */
  static Stream<String> runs() {
    Set<String> runs = new TreeSet<>();
    bugs().forEach(bug -> runs.add(String.join(" ", bug.arguments())));
    return runs.stream();
  }

  @BeforeAll
  static void start_all_runs(@TempDir Path directory) {
    List<List<String>> all = new ArrayList<>();
    bugs().forEach(bug -> all.add(planted(bug)));
    runs().forEach(run -> all.add(List.of(run.split(" "))));
    for (List<String> arguments : all) {
      Path own = directory.resolve("run-" + PROGRAMS.size());
      PROGRAMS.put(arguments, RUNNERS.submit(() -> ChaosProgram.run(own, arguments)));
    }
  }

  @AfterAll
  static void end() {
    RUNNERS.shutdownNow();
  }

  private static List<String> planted(PlantedBug bug) {
    return List.of("--planted", bug.name());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bugs")
  void is_found(PlantedBug bug) throws Exception {
    ChaosProgram program = PROGRAMS.get(planted(bug)).get();

    assertThat(program.exitCode()).as(program.said()).isEqualTo(ExitCode.INVALID);
    assertThat(program.broken()).as(program.said()).containsAnyElementsOf(bug.caughtBy());
    System.out.printf("%s: found by %s%n", bug.name(), program.broken());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("runs")
  void without_a_bug_nothing_is_found(String run) throws Exception {
    ChaosProgram program = PROGRAMS.get(List.of(run.split(" "))).get();

    assertThat(program.exitCode()).as(program.said()).isEqualTo(ExitCode.VALID);
  }
}
