package io.tenure.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.MemoryControl;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Of processes that die, stop, stand still or starve. */
final class ProcessProofs {

  private static final int KILLED = 137;
  private static final int STOPPED = 143;
  private static final Duration SOON = Duration.ofSeconds(20);

  private final FaultBench bench;

  private ProcessProofs(FaultBench bench) {
    this.bench = bench;
  }

  static Map<String, Proof> all(FaultBench bench) {
    ProcessProofs proofs = new ProcessProofs(bench);
    return Map.ofEntries(
        Map.entry("kill-one", proofs.ended(KILLED, 1, false)),
        Map.entry("kill-leader", proofs.ended(KILLED, 1, true)),
        Map.entry("kill-majority", proofs.ended(KILLED, 2, false)),
        Map.entry("kill-all", proofs.ended(KILLED, 3, false)),
        Map.entry("restart-one", proofs.ended(STOPPED, 1, false)),
        Map.entry("restart-leader", proofs.ended(STOPPED, 1, true)),
        Map.entry("rolling-restart", proofs.new Replaced()),
        Map.entry("leadership-transfer", proofs.new HandedOver()),
        Map.entry("leader-there-and-back", proofs.new ThereAndBack()),
        Map.entry("leader-pause-kill", proofs.new PausedAndKilled()),
        Map.entry("idle", proofs.new HeldBack()),
        Map.entry("pause-short", proofs.stopped(1, false)),
        Map.entry("pause-leader-long", proofs.stopped(1, true)),
        Map.entry("pause-majority", proofs.stopped(2, false)),
        Map.entry("pause-all", proofs.stopped(3, false)),
        Map.entry("cpu-starved-one", proofs.new Starved()),
        Map.entry("cpu-starved-all", proofs.new Starved()),
        Map.entry("memory-limit", proofs.new OutOfMemory()));
  }

  private Proof ended(int code, int count, boolean leader) {
    return new Struck(
        count, leader, node -> node.exitCode().equals(Optional.of(code)), NodeProcess::isRunning);
  }

  private Proof stopped(int count, boolean leader) {
    return new Struck(count, leader, this::stands, node -> !stands(node));
  }

  private boolean stands(NodeProcess node) {
    return bench.probe().threads(node).values().stream().allMatch(state -> state == 'T');
  }

  /** So many nodes, the leader if that was asked for, are in a state, and the others are not. */
  private final class Struck extends Proof {

    private final int count;
    private final boolean leader;
    private final Predicate<NodeProcess> struck;
    private final Predicate<NodeProcess> sound;
    private String led = "";

    Struck(int count, boolean leader, Predicate<NodeProcess> struck, Predicate<NodeProcess> sound) {
      this.count = count;
      this.leader = leader;
      this.struck = struck;
      this.sound = sound;
    }

    @Override
    void before() {
      led = bench.cluster().leader().id();
    }

    @Override
    void during(Injection fault) {
      List<String> victims = List.of(fault.target().split(","));
      assertThat(victims).hasSize(count);
      if (leader) {
        assertThat(victims).containsExactly(led);
      }
      for (NodeProcess node : bench.cluster().nodes()) {
        boolean hit = victims.contains(node.id());
        assertThat(hit ? struck : sound).as("%s during %s", node, fault.detail()).accepts(node);
      }
    }

    @Override
    void after(Injection fault) {
      assertThat(bench.cluster().nodes()).allMatch(sound);
    }
  }

  private final class Replaced extends Proof {

    private List<Optional<Long>> old = List.of();

    @Override
    void before() {
      old = pids();
    }

    @Override
    void during(Injection fault) {
      Waiting.until("another process", SOON, () -> !pids().equals(old));
    }

    @Override
    void after(Injection fault) {
      assertThat(pids()).doesNotContainAnyElementsOf(old);
    }

    private List<Optional<Long>> pids() {
      return bench.cluster().nodes().stream()
          .map(node -> bench.cluster().hosts().pid(node.id()))
          .toList();
    }
  }

  private final class HandedOver extends Proof {

    private String led = "";

    @Override
    void before() {
      led = bench.cluster().leader().id();
    }

    @Override
    void during(Injection fault) {
      assertThat(fault.target()).isEqualTo(led + ">" + bench.cluster().leader().id());
    }
  }

  /** The same node leads again, two terms later at least. */
  private final class ThereAndBack extends Proof {

    private String led = "";
    private long term;

    @Override
    void before() {
      led = bench.cluster().leader().id();
      term = term();
    }

    @Override
    void during(Injection fault) {
      assertThat(fault.target()).startsWith(led + ">").endsWith(">" + led);
      assertThat(bench.cluster().leader().id()).isEqualTo(led);
      assertThat(term()).isGreaterThanOrEqualTo(term + 2);
    }
  }

  private long term() {
    return bench.cluster().view(bench.cluster().leader()).orElseThrow().term();
  }

  /** Another led in between, and is dead now; the first runs. */
  private final class PausedAndKilled extends Proof {

    private String led = "";
    private long term;

    @Override
    void before() {
      led = bench.cluster().leader().id();
      term = term();
    }

    @Override
    void during(Injection fault) {
      NodeProcess victim = bench.victim(fault);
      assertThat(fault.detail()).startsWith(led + " paused");
      assertThat(victim.id()).isNotEqualTo(led);
      assertThat(victim.exitCode()).hasValue(KILLED);
      assertThat(stands(bench.cluster().node(led))).isFalse();
      assertThat(bench.cluster().leader().id()).isNotEqualTo(victim.id());
      assertThat(term()).isGreaterThanOrEqualTo(term + 2);
    }
  }

  /** Clients do not get through; what that does to them is shown where there are clients. */
  private final class HeldBack extends Proof {

    @Override
    void during(Injection fault) {
      assertThat(bench.cluster().load().isClosed()).isTrue();
    }

    @Override
    void after(Injection fault) {
      assertThat(bench.cluster().load().isClosed()).isFalse();
    }
  }

  /** Runs and stands still in turns. */
  private final class Starved extends Proof {

    @Override
    void during(Injection fault) {
      for (String id : fault.target().split(",")) {
        NodeProcess node = bench.cluster().node(id);
        Waiting.until("a stop of " + id, SOON, () -> stands(node));
        Waiting.until("a run of " + id, SOON, () -> !stands(node));
        Waiting.until("a stop of " + id, SOON, () -> stands(node));
      }
    }

    @Override
    void after(Injection fault) {
      assertThat(bench.cluster().nodes()).noneMatch(ProcessProofs.this::stands);
    }
  }

  /** Wishes for more and is refused: either it gives back what it can spare, or it is killed. */
  private final class OutOfMemory extends Proof {

    @Override
    void during(Injection fault) {
      NodeProcess node = bench.victim(fault);
      if (node.isRunning()) {
        MemoryControl memory = node.memory();
        long before = memory.refusals();
        bench.writeUntil(
            "a wish for memory of " + node, () -> !node.isRunning() || memory.refusals() > before);
      }
      if (!node.isRunning()) {
        assertThat(node.exitCode()).hasValue(KILLED);
      }
    }
  }
}
