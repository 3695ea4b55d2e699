package io.tenure.chaos.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tenure.chaos.checker.Checkers;
import io.tenure.chaos.checker.Evidence;
import io.tenure.chaos.checker.Tolerance;
import io.tenure.chaos.checker.Verdict;
import io.tenure.chaos.cluster.LoadGate;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.ProcessCluster;
import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.HarnessClock;
import io.tenure.chaos.history.History;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Recorder;
import io.tenure.chaos.history.Span;
import io.tenure.chaos.workload.HttpWire.Ask;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All workloads and all checkers on three real processes. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(300)
class WorkloadRunTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir static Path directory;
  private static ProcessCluster cluster;
  private final HarnessClock clock = new HarnessClock();
  private final List<FaultSpan> faults = new ArrayList<>();
  private Recorder recorder;

  @BeforeAll
  static void start() {
    Path home = Path.of(System.getProperty("tenure.home"));
    List<String> settings =
        List.of("leader.wait = 1s", "request.timeout = 3s", "claims.promotion-grace = 2s");
    cluster = new ProcessCluster(home, directory, 3, settings);
    cluster.start();
  }

  @BeforeEach
  void record(@TempDir Path own) {
    recorder = new Recorder(own.resolve("history.jsonl"), clock);
  }

  @AfterEach
  void endRecord() {
    recorder.close();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static Endpoints endpoints() {
    return new Endpoints(
        cluster.nodes().stream()
            .map(node -> new Endpoint(node.id(), node.url(), node.grpcAddress()))
            .toList());
  }

  @Test
  void a_healthy_cluster_keeps_every_promise_and_nothing_is_left_behind() throws Exception {
    try (WorkloadRun run = WorkloadRun.start(endpoints(), Load.standard("quiet", 7), recorder)) {
      awaitAnswers(800);
      run.stop();
      History history = run.finish(PATIENCE);

      everyPromiseIsKept(run, history);
      assertThat(workloads(history)).containsExactlyInAnyOrderElementsOf(Workloads.names());
      nothingIsHeld();
    }
  }

  @Test
  void clients_ask_nothing_while_the_gate_is_closed_and_go_on_when_it_opens() throws Exception {
    LoadGate gate = new LoadGate();
    Load load = Load.standard("idle", 9).only(List.of("pairs", "watches", "shared", "locks"));
    try (WorkloadRun run = WorkloadRun.start(endpoints(), load, recorder, gate)) {
      awaitAnswers(100);
      gate.close();
      ProcessCluster.await("silence", new Silence(Duration.ofMillis(500)));
      gate.open();
      awaitAnswers(100);
      run.stop();
      everyPromiseIsKept(run, run.finish(PATIENCE));
    }
  }

  /** Whether nothing has been asked for some time. */
  private final class Silence implements Supplier<Boolean> {
    private final Duration length;
    private long asked = -1;
    private long sinceNanos;

    Silence(Duration length) {
      this.length = length;
    }

    @Override
    public Boolean get() {
      long now = recorder.counts().get(Phase.INVOKE);
      if (now != asked) {
        asked = now;
        sinceNanos = System.nanoTime();
      }
      return System.nanoTime() - sinceNanos > length.toNanos();
    }
  }

  @Test
  void a_cluster_whose_leader_is_killed_and_then_stopped_keeps_every_promise() throws Exception {
    try (WorkloadRun run = WorkloadRun.start(endpoints(), Load.standard("loud", 8), recorder)) {
      awaitAnswers(200);
      NodeProcess killed = cluster.leader();
      long begin = clock.nanos();
      killed.kill();
      awaitAnswers(300);
      killed.start();
      cluster.awaitReady();
      happened("kill -9", killed, begin);

      NodeProcess stopped = cluster.leader();
      begin = clock.nanos();
      stopped.pause();
      awaitAnswers(300);
      stopped.resume();
      happened("SIGSTOP", stopped, begin);
      awaitAnswers(200);
      run.stop();
      cluster.awaitReady();

      everyPromiseIsKept(run, run.finish(PATIENCE));
      nothingIsHeld();
    }
  }

  private void happened(String fault, NodeProcess node, long begin) {
    faults.add(new FaultSpan(fault, node.id(), begin, clock.nanos(), "", Set.of(), true, false));
  }

  private void awaitAnswers(int more) {
    long goal = recorder.counts().get(Phase.OK) + more;
    ProcessCluster.await(more + " more answers", () -> recorder.counts().get(Phase.OK) >= goal);
  }

  private void everyPromiseIsKept(WorkloadRun run, History history) {
    List<Verdict> verdicts =
        Checkers.check(
            new Evidence(
                history,
                faults,
                run.finalStates(PATIENCE),
                Tolerance.DEFAULT
                    .withRecovery(Duration.ofSeconds(30))
                    .withPromotionGrace(Duration.ofSeconds(2))));

    assertThat(verdicts)
        .allSatisfy(verdict -> assertThat(verdict.isValid()).as("%s", verdict).isTrue());
  }

  private static Set<String> workloads(History history) {
    return history.spans().stream()
        .filter(Span::isOk)
        .map(Span::workload)
        .collect(Collectors.toSet());
  }

  private static void nothingIsHeld() throws Exception {
    try (HttpWire wire = new HttpWire(endpoints())) {
      Ask ask = Ask.of("GET", "/v1/claims/?status=active&status=waiting", "");
      HttpWire.Reply reply = wire.send(endpoints().nodes().get(0), ask, PATIENCE);
      JsonNode left = new ObjectMapper().readTree(reply.text());
      assertThat(left).isEmpty();
    }
  }
}
