package io.tenure.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.Cluster;
import io.tenure.chaos.cluster.ClusterPlan;
import io.tenure.chaos.cluster.Hosts;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.HarnessClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(300)
class NemesisTest {

  @TempDir Path directory;
  private final List<String> lines = new ArrayList<>();
  private final HarnessClock clock = new HarnessClock();
  private Cluster cluster;

  @BeforeEach
  void start() {
    Path home = Path.of(System.getProperty("tenure.home"));
    cluster = new Cluster(Hosts.of(Hosts.Kind.LOOPBACK), ClusterPlan.of(home, directory));
    cluster.start();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void it_writes_down_what_happened_and_leaves_a_sound_cluster() {
    Fault broken =
        new Fault(
            "broken",
            "never happens",
            Set.of(),
            Duration.ZERO,
            Duration.ZERO,
            scene -> {
              throw new IllegalStateException("out of order");
            });
    Schedule schedule =
        new Schedule(
            5, List.of(step("pause-short", 0), step(broken, 600), step("kill-leader", 700)));

    List<FaultSpan> spans = nemesis(schedule).run();

    assertThat(cluster.lacks(Capability.TLS)).isEmpty();
    assertThat(spans).extracting(FaultSpan::fault).containsExactly("pause-short", "kill-leader");
    assertThat(spans).allMatch(span -> span.endNanos() - span.beginNanos() > 300_000_000L);
    assertThat(spans.get(1).quorum()).isTrue();
    assertThat(lines).hasSize(5).anyMatch(line -> line.contains("out of order"));
    assertThat(cluster.nodes()).allMatch(NodeProcess::isRunning);
    assertThat(cluster.currentLeader()).isPresent();
    healsAlsoWhenItIsStoppedEarly();
    letsOneBeginWhileAnotherLasts();
  }

  private void letsOneBeginWhileAnotherLasts() {
    Schedule.Step first = step("pause-short", 0);
    Schedule.Step second =
        new Schedule.Step(
            Faults.named(List.of("idle")).get(0),
            1,
            Duration.ofMillis(100),
            Duration.ofMillis(600),
            true);

    List<FaultSpan> spans = nemesis(new Schedule(5, List.of(first, second))).run();

    assertThat(spans).extracting(FaultSpan::fault).containsExactly("pause-short", "idle");
    assertThat(spans.get(1).beginNanos()).isLessThan(spans.get(0).endNanos());
    assertThat(spans.get(1).endNanos()).isGreaterThan(spans.get(0).endNanos());
    assertThat(spans).as("of two at once nothing is said").noneMatch(FaultSpan::quorum);
    assertThat(cluster.load().isClosed()).isFalse();
  }

  private void healsAlsoWhenItIsStoppedEarly() {
    Nemesis nemesis = nemesis(new Schedule(5, List.of(step("kill-all", 60_000))));
    cluster.node("n1").pause();
    nemesis.stop();

    assertThat(nemesis.run()).isEmpty();

    assertThat(cluster.currentLeader()).isPresent();
  }

  private Nemesis nemesis(Schedule schedule) {
    return new Nemesis(cluster, schedule, clock::nanos, lines::add);
  }

  private static Schedule.Step step(String name, long startMillis) {
    return step(Faults.named(List.of(name)).get(0), startMillis);
  }

  private static Schedule.Step step(Fault fault, long startMillis) {
    return new Schedule.Step(fault, 1, Duration.ofMillis(startMillis), Duration.ofMillis(400));
  }
}
