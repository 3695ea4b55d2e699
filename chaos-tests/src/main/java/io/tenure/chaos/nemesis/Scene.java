package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Cluster;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** A cluster at the moment when a fault begins, and the choices of that fault. */
public final class Scene {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Cluster cluster;
  private final SplittableRandom random;

  Scene(Cluster cluster, long seed) {
    this.cluster = cluster;
    this.random = new SplittableRandom(seed);
  }

  Cluster cluster() {
    return cluster;
  }

  /** For one part of a mixture: the same cluster, choices of its own. */
  Scene split() {
    return new Scene(cluster, random.nextLong());
  }

  long seed() {
    return random.nextLong();
  }

  /** Nodes that run, in random order. */
  List<NodeProcess> shuffled() {
    List<NodeProcess> running =
        new ArrayList<>(cluster.nodes().stream().filter(NodeProcess::isRunning).toList());
    for (int i = running.size() - 1; i > 0; i--) {
      NodeProcess other = running.set(random.nextInt(i + 1), running.get(i));
      running.set(i, other);
    }
    if (running.isEmpty()) {
      throw new IllegalStateException("no node runs");
    }
    return running;
  }

  NodeProcess any() {
    return shuffled().get(0);
  }

  /** The leader, waited for a little; there may be none in the middle of something. */
  NodeProcess leader() {
    List<NodeProcess> found = new ArrayList<>();
    Waiting.until(
        "a leader",
        PATIENCE,
        () -> {
          cluster.currentLeader().filter(NodeProcess::isRunning).ifPresent(found::add);
          return !found.isEmpty();
        });
    return found.get(0);
  }

  /** The leader every other time, for what hurts it most; else any node. */
  NodeProcess leaderOrAny() {
    return random.nextBoolean() ? leader() : any();
  }

  /** As many nodes as any majority has, of those that run. */
  List<NodeProcess> majority() {
    List<NodeProcess> running = shuffled();
    return running.subList(0, Math.min(running.size(), majoritySize()));
  }

  int majoritySize() {
    return cluster.nodes().size() / 2 + 1;
  }

  /** Says of a fault that all nodes which run now, but for these, go on untouched. */
  Injection hurtingOnly(List<NodeProcess> nodes, Injection injection) {
    return injection.sparing(runningWithout(nodes), majoritySize());
  }

  /** Ids of those that run, without these. */
  List<String> runningWithout(List<NodeProcess> nodes) {
    return cluster.nodes().stream()
        .filter(node -> node.isRunning() && !nodes.contains(node))
        .map(NodeProcess::id)
        .toList();
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  static String names(List<NodeProcess> nodes) {
    return nodes.stream().map(NodeProcess::id).sorted().collect(Collectors.joining(","));
  }
}
