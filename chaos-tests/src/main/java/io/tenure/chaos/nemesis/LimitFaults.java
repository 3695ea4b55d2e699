package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.MemoryControl;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Nodes that get too little processor time or memory. */
final class LimitFaults {

  private static final long RUN_MILLIS = 10;
  private static final Duration STOP = Duration.ofMillis(90);
  private static final Duration FATE = Duration.ofSeconds(60);

  private LimitFaults() {}

  static List<Fault> all() {
    return List.of(
        cpu(
            "cpu-starved-one",
            "one node runs for a tenth of the time",
            scene -> List.of(scene.leaderOrAny())),
        cpu("cpu-starved-all", "all nodes run for a tenth of the time", Scene::shuffled),
        new Fault(
            "memory-limit",
            "one node gets no more memory, and is killed when it asks",
            Set.of(Capability.MEMORY),
            Faults.seconds(2),
            Faults.seconds(6),
            LimitFaults::memory));
  }

  private static Fault cpu(String name, String meaning, Function<Scene, List<NodeProcess>> choice) {
    return new Fault(
        name,
        meaning,
        Set.of(),
        Faults.seconds(2),
        Faults.seconds(6),
        scene -> starve(choice.apply(scene)));
  }

  /** Stops them for most of every tenth of a second; that works wherever signals do. */
  private static Injection starve(List<NodeProcess> victims) {
    Runnable stop =
        RepeatingFault.every(
            STOP,
            () -> {
              ProcessFaults.resume(victims);
              pause();
              victims.stream().filter(NodeProcess::isRunning).forEach(NodeProcess::pause);
            });
    return Injection.of(
        Scene.names(victims),
        "10 % of the time",
        () -> {
          stop.run();
          ProcessFaults.resume(victims);
        });
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(RUN_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Injection memory(Scene scene) {
    NodeProcess node = scene.leaderOrAny();
    MemoryControl memory = node.memory();
    long bytes = memory.squeeze();
    return Injection.of(
        node.id(),
        (bytes >> 20) + " MiB",
        () -> {
          memory.heal();
          awaitFate(scene, node);
          ProcessFaults.revive(List.of(node));
        });
  }

  /** The kernel may have begun to kill it, which takes a while on a busy machine. */
  private static void awaitFate(Scene scene, NodeProcess node) {
    Waiting.until(
        "the end of " + node + ", or a sign of life",
        FATE,
        () -> !node.isRunning() || scene.cluster().view(node).isPresent());
  }
}
