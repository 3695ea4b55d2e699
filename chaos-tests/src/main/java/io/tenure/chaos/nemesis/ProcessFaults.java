package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Cluster;
import io.tenure.chaos.cluster.NodeProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Processes that die, are told to stop, or stand still. They need nothing but the processes. */
final class ProcessFaults {

  private static final Duration ROUND = Duration.ofSeconds(90);

  private ProcessFaults() {}

  static List<Fault> all() {
    return List.of(
        kill("kill-one", "kill -9 of one node", scene -> List.of(scene.any())),
        kill("kill-leader", "kill -9 of the leader", scene -> List.of(scene.leader())),
        kill("kill-majority", "kill -9 of a majority", Scene::majority),
        kill("kill-all", "kill -9 of all nodes at once", Scene::shuffled),
        stop("restart-one", "SIGTERM of one node", Scene::any),
        stop("restart-leader", "SIGTERM of the leader, which hands over", Scene::leader),
        fault("rolling-restart", "SIGTERM of one node after another", 1, 2, ProcessFaults::roll),
        fault("leadership-transfer", "the leader is told to hand over", 1, 2, ProcessFaults::move),
        pause(
            "pause-short",
            "SIGSTOP of one node, about an election timeout",
            0.2,
            1.5,
            scene -> List.of(scene.any())),
        pause(
            "pause-leader-long",
            "SIGSTOP of the leader, longer than a short lease",
            6,
            12,
            scene -> List.of(scene.leader())),
        pause("pause-majority", "SIGSTOP of a majority", 1, 5, Scene::majority),
        pause("pause-all", "SIGSTOP of all nodes", 1, 5, Scene::shuffled));
  }

  private static Fault fault(
      String name, String meaning, double shortest, double longest, Fault.Action action) {
    return new Fault(
        name, meaning, Set.of(), Faults.seconds(shortest), Faults.seconds(longest), action);
  }

  private static Fault kill(
      String name, String meaning, Function<Scene, List<NodeProcess>> choice) {
    return fault(name, meaning, 1, 5, scene -> kill(scene, choice.apply(scene)));
  }

  static Injection kill(Scene scene, List<NodeProcess> victims) {
    victims.parallelStream().forEach(NodeProcess::kill);
    return scene.hurtingOnly(
        victims, Injection.of(Scene.names(victims), "kill -9", () -> revive(victims)));
  }

  private static Fault stop(String name, String meaning, Function<Scene, NodeProcess> choice) {
    return fault(
        name,
        meaning,
        1,
        4,
        scene -> {
          List<NodeProcess> victims = List.of(choice.apply(scene));
          victims.forEach(NodeProcess::terminate);
          return scene.hurtingOnly(
              victims, Injection.of(Scene.names(victims), "SIGTERM", () -> revive(victims)));
        });
  }

  /** Goes on beyond its time until every node had its turn. */
  private static Injection roll(Scene scene) {
    List<NodeProcess> order = scene.shuffled();
    Cluster cluster = scene.cluster();
    List<Runnable> turns = new ArrayList<>();
    for (NodeProcess node : order) {
      turns.add(
          () -> {
            node.terminate();
            node.start();
            cluster.awaitLeader(ROUND);
          });
    }
    boolean quorum = scene.runningWithout(order.subList(0, 1)).size() >= scene.majoritySize();
    CompletableFuture<Void> rolling =
        CompletableFuture.runAsync(() -> turns.forEach(Runnable::run));
    return Injection.of(Scene.names(order), "SIGTERM and start, one by one", rolling::join)
        .withQuorum(quorum);
  }

  private static Injection move(Scene scene) {
    NodeProcess from = scene.leader();
    NodeProcess to = scene.oneOf(scene.shuffled().stream().filter(node -> node != from).toList());
    if (!scene.cluster().handOver(from, to)) {
      throw new IllegalStateException(from + " did not hand over to " + to);
    }
    return scene.hurtingOnly(List.of(), Injection.of(from + ">" + to, "handed over", () -> {}));
  }

  private static Fault pause(
      String name,
      String meaning,
      double shortest,
      double longest,
      Function<Scene, List<NodeProcess>> choice) {
    return fault(name, meaning, shortest, longest, scene -> pause(scene, choice.apply(scene)));
  }

  static Injection pause(Scene scene, List<NodeProcess> victims) {
    victims.forEach(NodeProcess::pause);
    return scene.hurtingOnly(
        victims, Injection.of(Scene.names(victims), "SIGSTOP", () -> resume(victims)));
  }

  static void resume(List<NodeProcess> victims) {
    victims.stream().filter(NodeProcess::isRunning).forEach(NodeProcess::resume);
  }

  /** As a supervisor would. */
  static void revive(List<NodeProcess> victims) {
    victims.stream().filter(node -> !node.isRunning()).forEach(NodeProcess::start);
  }
}
