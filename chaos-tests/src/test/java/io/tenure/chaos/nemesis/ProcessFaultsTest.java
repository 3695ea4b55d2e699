package io.tenure.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.Requires;
import io.tenure.chaos.cluster.Waiting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayNameGeneration(ReplaceUnderscores.class)
@ExtendWith(SharedBench.class)
@Requires({Capability.NETNS, Capability.MEMORY})
@Timeout(300)
class ProcessFaultsTest {

  private final FaultBench bench;

  ProcessFaultsTest(FaultBench bench) {
    this.bench = bench;
  }

  @Test
  void killed_nodes_are_dead_until_it_heals() {
    bench.bites("kill-one", fault -> assertThat(dead()).isEqualTo(List.of(fault.target())));
    String leader = bench.cluster().leader().id();
    bench.bites("kill-leader", fault -> assertThat(dead()).isEqualTo(List.of(leader)));
    bench.bites("kill-majority", fault -> assertThat(dead()).hasSize(2));
    bench.bites("kill-all", fault -> assertThat(dead()).hasSize(3));
  }

  @Test
  void nodes_that_are_told_to_stop_do_and_start_again() {
    bench.bites("restart-one", fault -> assertThat(endedInGoodOrder()).hasSize(1));
    String leader = bench.cluster().leader().id();
    bench.bites("restart-leader", fault -> assertThat(endedInGoodOrder()).containsOnly(leader));
  }

  @Test
  void a_leader_that_is_told_to_hand_over_does() {
    bench.bites(
        "leadership-transfer",
        fault -> {
          String next = fault.target().split(">")[1];
          assertThat(bench.cluster().leader().id()).isEqualTo(next);
        });
  }

  @Test
  void a_rolling_restart_replaces_every_process() {
    List<Optional<Long>> before = pids();
    bench.bites("rolling-restart", Injection::heal);

    assertThat(pids()).doesNotContainAnyElementsOf(before);
  }

  @Test
  void paused_nodes_are_silent_until_it_heals() {
    bench.bites("pause-short", fault -> assertThat(silent()).isEqualTo(List.of(fault.target())));
    String leader = bench.cluster().leader().id();
    bench.bites("pause-leader-long", fault -> assertThat(silent()).isEqualTo(List.of(leader)));
    bench.bites("pause-majority", fault -> assertThat(silent()).hasSize(2));
    bench.bites("pause-all", fault -> assertThat(silent()).hasSize(3));
  }

  @Test
  void a_starved_node_runs_and_stands_still_in_turns() {
    bench.bites(
        "cpu-starved-one",
        fault -> {
          awaitState(bench.victim(fault), true);
          awaitState(bench.victim(fault), false);
          awaitState(bench.victim(fault), true);
        });
    bench.bites(
        "cpu-starved-all",
        fault -> bench.cluster().nodes().forEach(node -> awaitState(node, true)));
  }

  @Test
  void a_node_without_more_memory_is_killed_and_comes_back() {
    bench.bites(
        "memory-limit",
        fault -> bench.writeUntil("its end", () -> !bench.victim(fault).isRunning()));
  }

  private List<Optional<Long>> pids() {
    return bench.cluster().nodes().stream()
        .map(node -> bench.cluster().hosts().pid(node.id()))
        .toList();
  }

  private List<String> dead() {
    return ids(bench.cluster().nodes().stream().filter(node -> !node.isRunning()).toList());
  }

  private List<String> endedInGoodOrder() {
    List<NodeProcess> nodes = bench.cluster().nodes();
    return ids(nodes.stream().filter(n -> n.exitCode().equals(Optional.of(143))).toList());
  }

  private List<String> silent() {
    List<NodeProcess> nodes = bench.cluster().nodes();
    return ids(nodes.stream().filter(node -> isStopped(node)).toList());
  }

  private void awaitState(NodeProcess node, boolean stopped) {
    Waiting.until("a change", Duration.ofSeconds(20), () -> isStopped(node) == stopped);
  }

  /** As the kernel sees it: T is a process that was stopped. */
  private boolean isStopped(NodeProcess node) {
    String pid = bench.cluster().hosts().pid(node.id()).orElseThrow().toString();
    try {
      String state = java.nio.file.Files.readString(Path.of("/proc", pid, "stat"));
      return state.substring(state.lastIndexOf(')') + 2).startsWith("T");
    } catch (java.io.IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
  }

  private static List<String> ids(List<NodeProcess> nodes) {
    return nodes.stream().map(NodeProcess::id).toList();
  }
}
