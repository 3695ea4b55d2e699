package io.tenure.chaos;

import io.tenure.chaos.checker.CheckOutcome;
import io.tenure.chaos.checker.Verdict;
import io.tenure.chaos.cluster.Cluster;
import io.tenure.chaos.cluster.Hosts;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.NodeView;
import io.tenure.chaos.history.History;
import io.tenure.chaos.report.Failover;
import io.tenure.chaos.report.RunResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Takes the leader away again and again, and measures how long nobody can write. */
final class FailoverRun {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int TRIES = 5;

  private final ChaosPlan plan;
  private final int rounds;
  private final ChaosScreen screen;
  private final StopRequest stop;
  private final List<Failover> times = new ArrayList<>();

  FailoverRun(ChaosPlan plan, int rounds, ChaosScreen screen, StopRequest stop) {
    this.stop = stop;
    this.plan = plan;
    this.rounds = rounds;
    this.screen = screen;
  }

  /** How the leader goes, and how it comes back. */
  private record Way(String name, Consumer<NodeProcess> take, Consumer<NodeProcess> giveBack) {}

  RunResult run() {
    screen.line("%s, %d rounds of each kind", plan.title(), rounds);
    Instant began = Instant.now();
    long origin = System.nanoTime();
    ResultFiles files = new ResultFiles(plan.directory());
    List<Verdict> verdicts = new ArrayList<>();
    try (Cluster cluster =
        new Cluster(
            Hosts.of(plan.ground().kind()), plan.ground().clusterPlan(files.nodes(), Set.of()))) {
      cluster.start();
      Way kill = new Way("kill -9", NodeProcess::kill, NodeProcess::start);
      Way pause = new Way("SIGSTOP", NodeProcess::pause, NodeProcess::resume);
      for (Way way : List.of(kill, pause)) {
        for (int i = 1; i <= rounds && !stop.isAsked(); i++) {
          round(cluster, way, i);
        }
        verdicts.add(verdict(way.name()));
      }
      files.keepLogs(cluster.logs());
    } finally {
      files.removeNodes();
    }
    return new RunResult(
        new RunResult.Head(
            plan.title() + ": fail-over",
            plan.seed(),
            plan.command(),
            began,
            System.nanoTime() - origin),
        verdicts,
        History.of(List.of()),
        List.of(),
        List.of(),
        List.of(),
        times,
        List.of());
  }

  /** A change of leader of its own accord spoils a round, and it is made again. */
  private void round(Cluster cluster, Way way, int number) {
    for (int i = 0; i < TRIES; i++) {
      Optional<Failover> measured = measure(cluster, way);
      if (measured.isPresent()) {
        Failover time = measured.get();
        times.add(time);
        String text = "%s %2d of %d: %s > %s, %d ms";
        screen.event(
            String.format(
                Locale.ROOT,
                text,
                way.name(),
                number,
                rounds,
                time.leader(),
                time.successor(),
                time.millis()));
        return;
      }
    }
    throw new IllegalStateException("the leader changed by itself " + TRIES + " times in a row");
  }

  /**
   * From just before the leader is taken away to the first acknowledged write of those that were
   * begun when it was surely gone. Nothing, if it was not the leader any more, or the others do not
   * follow a new one in a newer term.
   */
  private static Optional<Failover> measure(Cluster cluster, Way way) {
    NodeProcess leader = cluster.awaitLeader(PATIENCE);
    try (Writers writers = new Writers(cluster, leader)) {
      writers.awaitSteady(PATIENCE);
      List<NodeView> before = cluster.views();
      long begin = System.nanoTime();
      way.take().accept(leader);
      long gone = System.nanoTime();
      Writers.Success first = writers.firstSince(gone, PATIENCE);
      return cluster
          .view(cluster.node(first.node()))
          .filter(after -> before.stream().allMatch(each -> isSucceeded(leader, each, after)))
          .flatMap(NodeView::leader)
          .map(
              successor ->
                  new Failover(
                      way.name(), leader.id(), successor, (first.endNanos() - begin) / 1_000_000));
    } finally {
      way.giveBack().accept(leader);
    }
  }

  private static boolean isSucceeded(NodeProcess leader, NodeView before, NodeView after) {
    Optional<String> old = Optional.of(leader.id());
    return before.leader().equals(old)
        && after.term() > before.term()
        && !after.leader().equals(old);
  }

  private Verdict verdict(String way) {
    List<Long> sorted =
        times.stream()
            .filter(time -> time.way().equals(way))
            .map(Failover::millis)
            .sorted()
            .toList();
    if (sorted.isEmpty()) {
      return new Verdict(
          "fail-over", CheckOutcome.UNKNOWN, way + ": stopped before a round", List.of());
    }
    String summary =
        String.format(
            Locale.ROOT,
            "%s: median %d ms, max %d ms of %d rounds",
            way,
            sorted.get(sorted.size() / 2),
            sorted.get(sorted.size() - 1),
            sorted.size());
    return new Verdict("fail-over", CheckOutcome.VALID, summary, List.of());
  }
}
