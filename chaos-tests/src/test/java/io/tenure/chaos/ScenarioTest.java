package io.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.Requires;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs of the kind that users start, short and always the same. Their reports stay. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Execution(ExecutionMode.CONCURRENT)
class ScenarioTest {

  private static final Path REPORTS = Path.of("build/chaos");

  @Test
  @Requires({Capability.NETNS, Capability.NFT, Capability.SHIMS, Capability.DISK})
  void three_nodes_in_namespaces_keep_every_promise_through_faults_of_all_kinds() {
    keepsEveryPromise(
        "namespaces",
        "--hosts netns --seconds 60 --seed 5 --faults kill-leader,kill-all,pause-leader-long,"
            + "partition-leader,partition-halves,one-way-leader-in,loss,delay,wall-clock-strobe,"
            + "clock-fast,disk-full,fsync-delay,power-loss-all,mixture-partition-kill");
  }

  @Test
  @Requires(Capability.DOCKER)
  void three_containers_keep_every_promise_through_a_few_faults() {
    keepsEveryPromise(
        "docker",
        "--hosts docker --seconds 25 --seed 3"
            + " --faults kill-leader,pause-short,partition-leader,restart-leader");
  }

  private static void keepsEveryPromise(String name, String arguments) {
    ChaosProgram program = ChaosProgram.run(REPORTS.resolve(name), List.of(arguments.split(" ")));

    assertThat(program.exitCode()).as(program.said()).isEqualTo(ExitCode.VALID);
    assertThat(program.result().path("operations").asInt()).isGreaterThan(500);
    assertThat(program.result().path("faults")).as(program.said()).hasSizeGreaterThanOrEqualTo(3);
  }
}
