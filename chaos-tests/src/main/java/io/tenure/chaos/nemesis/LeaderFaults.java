package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Cluster;
import io.tenure.chaos.cluster.LoadGate;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.NodeView;
import io.tenure.chaos.cluster.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Two changes of leader in a row, so that a node may lead again shortly after it led before. The
 * cluster is idle first, so that what the leader has counted is far ahead of what the log says; the
 * clients come back while the second leads.
 */
final class LeaderFaults {

  private static final Duration ELECTION = Duration.ofSeconds(10);
  private static final Duration IDLE = Duration.ofMillis(700);
  private static final Duration IDLE_PATIENCE = Duration.ofSeconds(10);
  private static final int LOOK_MILLIS = 50;
  private static final int SECOND_LEAST_MILLIS = 50;
  private static final int SECOND_MOST_MILLIS = 200;
  private static final int CATCH_UP_MILLIS = 150;

  private LeaderFaults() {}

  static List<Fault> all() {
    return List.of(
        fault(
            "leader-there-and-back",
            "idle, then the leader hands over and gets leadership back within a second",
            LeaderFaults::thereAndBack),
        fault(
            "leader-pause-kill",
            "idle, then SIGSTOP of the leader, and kill -9 of its successor",
            LeaderFaults::pauseAndKill));
  }

  private static Fault fault(String name, String meaning, Fault.Action action) {
    return new Fault(name, meaning, Set.of(), Faults.seconds(1), Faults.seconds(3), action);
  }

  private static Injection thereAndBack(Scene scene) {
    Cluster cluster = scene.cluster();
    NodeProcess first = scene.leader();
    NodeProcess second =
        scene.oneOf(scene.shuffled().stream().filter(node -> node != first).toList());
    whileIdle(scene, first, () -> handOver(cluster, first, second));
    sleep(scene.between(SECOND_LEAST_MILLIS, SECOND_MOST_MILLIS));
    handOver(cluster, second, first);
    return scene.hurtingOnly(
        List.of(), Injection.of(first + ">" + second + ">" + first, "handed over", () -> {}));
  }

  private static void handOver(Cluster cluster, NodeProcess from, NodeProcess to) {
    if (!cluster.handOver(from, to)) {
      throw new IllegalStateException(from + " did not hand over to " + to);
    }
  }

  /** The first leads again if it wins the last election, which is not sure. */
  private static Injection pauseAndKill(Scene scene) {
    Cluster cluster = scene.cluster();
    NodeProcess first = scene.leader();
    NodeProcess[] second = new NodeProcess[1];
    try {
      whileIdle(
          scene,
          first,
          () -> {
            first.pause();
            second[0] = successor(cluster, first);
          });
      sleep(scene.between(SECOND_LEAST_MILLIS, SECOND_MOST_MILLIS));
    } finally {
      first.resume();
    }
    sleep(CATCH_UP_MILLIS);
    List<NodeProcess> victims = List.of(second[0]);
    second[0].kill();
    return scene.hurtingOnly(
        victims,
        Injection.of(
            second[0].id(), first + " paused, kill -9", () -> ProcessFaults.revive(victims)));
  }

  private static NodeProcess successor(Cluster cluster, NodeProcess paused) {
    NodeProcess[] found = new NodeProcess[1];
    Waiting.until(
        "a leader after " + paused,
        ELECTION,
        () -> {
          cluster
              .currentLeaderWithout(paused)
              .filter(NodeProcess::isRunning)
              .ifPresent(leader -> found[0] = leader);
          return found[0] != null;
        });
    return found[0];
  }

  /** Does it when the cluster has been idle for a while, and before the clients come back. */
  private static void whileIdle(Scene scene, NodeProcess leader, Runnable action) {
    LoadGate load = scene.cluster().load();
    load.close();
    try {
      awaitQuietLog(scene.cluster(), leader);
      action.run();
    } finally {
      load.open();
    }
  }

  /**
   * Leases that end write to the log, too, so it is quiet only when the last of them has ended; and
   * then an idle leader writes once a second.
   */
  private static void awaitQuietLog(Cluster cluster, NodeProcess leader) {
    long begin = System.nanoTime();
    long quietSince = begin;
    long last = -1;
    while (System.nanoTime() - quietSince < IDLE.toNanos()
        && System.nanoTime() - begin < IDLE_PATIENCE.toNanos()) {
      long applied = cluster.view(leader).map(NodeView::appliedIndex).orElse(last);
      if (applied != last) {
        last = applied;
        quietSince = System.nanoTime();
      }
      sleep(LOOK_MILLIS);
    }
  }

  private static void sleep(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
