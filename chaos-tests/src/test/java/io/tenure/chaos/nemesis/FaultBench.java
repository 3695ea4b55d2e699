package io.tenure.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.Cluster;
import io.tenure.chaos.cluster.ClusterPlan;
import io.tenure.chaos.cluster.ClusterProbe;
import io.tenure.chaos.cluster.Hosts;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.Waiting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** A real three-node cluster on which faults are tried one after another. */
final class FaultBench implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final AtomicInteger NAMES = new AtomicInteger();
  private static final int ENOUGH = 10;

  private final Cluster cluster;
  private final ClusterProbe probe;
  private final List<String> acknowledged = new ArrayList<>();

  FaultBench(Path directory) {
    Path home = Path.of(System.getProperty("tenure.home"));
    ClusterPlan plan = ClusterPlan.of(home, directory).wanting(Faults.wanted(Faults.all()));
    cluster = new Cluster(Hosts.of(Hosts.Kind.NETNS), plan);
    cluster.start();
    probe = new ClusterProbe(cluster);
  }

  Cluster cluster() {
    return cluster;
  }

  ClusterProbe probe() {
    return probe;
  }

  /**
   * Lets the fault happen, asks whether it bites, heals it, and wants nothing left of it: all nodes
   * run, follow one leader and serve, and every claim that was acknowledged is still held.
   */
  void bites(Fault fault, Proof proof) {
    assertThat(fault.missing(cluster)).as("what %s lacks", fault.name()).isEmpty();
    acknowledged.clear();
    cluster.startNodes(); // whatever the fault before has left
    cluster.nodes().forEach(this::claimAt);
    proof.before();
    Injection injection = fault.begin(cluster, NAMES.incrementAndGet());
    try {
      proof.during(injection);
    } finally {
      injection.heal();
    }
    cluster.awaitLeader(PATIENCE);
    assertThat(cluster.nodes()).allMatch(NodeProcess::isRunning);
    proof.after(injection);
    serves(cluster.leader());
    List<String> newest = acknowledged.subList(0, Math.min(ENOUGH, acknowledged.size()));
    assertThat(newest).isNotEmpty().allMatch(this::isHeld);
  }

  /** Whether another claim of it has to wait. A busy machine may change leaders in between. */
  private boolean isHeld(String resource) {
    int[] code = {0};
    Waiting.until(
        "an answer",
        PATIENCE,
        () -> {
          code[0] = probe.claim(cluster.leader(), resource);
          return code[0] != 503 && code[0] != 0;
        });
    return code[0] == 202;
  }

  /** The node that suffers, for faults of one node. */
  NodeProcess victim(Injection injection) {
    return cluster.node(injection.target());
  }

  /** Any node but this one. */
  NodeProcess other(NodeProcess node) {
    return cluster.nodes().stream().filter(each -> each != node).findFirst().orElseThrow();
  }

  /** Files claims of fresh resources with the node until one is granted. */
  void serves(NodeProcess node) {
    Waiting.until("a claim that is granted", PATIENCE, () -> claimAt(node) == 201);
  }

  /** Files a claim of a fresh resource with the node: 201 if it is granted. */
  int claimAt(NodeProcess node) {
    String resource = "bench/" + NAMES.incrementAndGet();
    int code = probe.claim(node, resource);
    if (code == 201) {
      acknowledged.add(0, resource);
    }
    return code;
  }

  /** Writes, again and again, until it is so; writes may fail. */
  void writeUntil(String what, BooleanSupplier question) {
    Waiting.until(
        what,
        PATIENCE,
        () -> {
          for (NodeProcess node : cluster.nodes()) {
            if (!question.getAsBoolean()) {
              claimAt(node);
            }
          }
          return question.getAsBoolean();
        });
  }

  @Override
  public void close() {
    cluster.close();
  }
}
