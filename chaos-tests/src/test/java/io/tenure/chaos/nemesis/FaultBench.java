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
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A real three-node cluster on which faults are tried one after another. */
final class FaultBench implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final AtomicInteger NAMES = new AtomicInteger();

  private final Cluster cluster;
  private final ClusterProbe probe;

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

  /** Lets the fault happen, asks whether it bites, heals it, and wants the cluster sound again. */
  void bites(String name, Consumer<Injection> proof) {
    Fault fault = Faults.named(List.of(name)).get(0);
    assertThat(fault.missing(cluster)).as("what %s lacks", name).isEmpty();
    Injection injection = fault.begin(cluster, NAMES.incrementAndGet());
    try {
      proof.accept(injection);
    } finally {
      injection.heal();
      cluster.startNodes();
    }
    cluster.awaitLeader(PATIENCE);
    assertThat(claim()).as("a claim after %s", name).isEqualTo(201);
  }

  /** The node that suffers, for faults of one node. */
  NodeProcess victim(Injection injection) {
    return cluster.node(injection.target());
  }

  /** A claim of a fresh resource, filed with the leader: 201 if all is well. */
  int claim() {
    return probe.claim(cluster.leader(), "bench/" + NAMES.incrementAndGet());
  }

  /** Writes, again and again, until it is so; writes may fail. */
  void writeUntil(String what, BooleanSupplier question) {
    Waiting.until(
        what,
        PATIENCE,
        () -> {
          cluster
              .nodes()
              .forEach(
                  node -> {
                    if (!question.getAsBoolean()) {
                      probe.claim(node, "bench/" + NAMES.incrementAndGet());
                    }
                  });
          return question.getAsBoolean();
        });
  }

  @Override
  public void close() {
    cluster.close();
  }
}
