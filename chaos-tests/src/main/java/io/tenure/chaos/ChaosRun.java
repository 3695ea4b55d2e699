package io.tenure.chaos;

import io.tenure.chaos.checker.CheckOutcome;
import io.tenure.chaos.checker.Checkers;
import io.tenure.chaos.checker.Evidence;
import io.tenure.chaos.checker.Verdict;
import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.Cluster;
import io.tenure.chaos.cluster.ClusterPlan;
import io.tenure.chaos.cluster.Hosts;
import io.tenure.chaos.history.HarnessClock;
import io.tenure.chaos.history.History;
import io.tenure.chaos.history.NodeState;
import io.tenure.chaos.history.Recorder;
import io.tenure.chaos.nemesis.Fault;
import io.tenure.chaos.nemesis.Faults;
import io.tenure.chaos.nemesis.Schedule;
import io.tenure.chaos.report.RunResult;
import io.tenure.chaos.workload.Endpoint;
import io.tenure.chaos.workload.Endpoints;
import io.tenure.chaos.workload.Load;
import io.tenure.chaos.workload.WorkloadRun;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One run from the start of the cluster to the verdicts. This is the wiring: cluster, then clients,
 * then faults; in the end faults are healed before clients stop, and clients have given everything
 * back before the nodes are asked for their states.
 */
final class ChaosRun {

  private static final Duration FINISH_PATIENCE = Duration.ofSeconds(60);
  private static final int CALLS_TO_WARM_UP = 2;
  private static final Duration EQUAL_PATIENCE = Duration.ofSeconds(30);

  private final ChaosPlan plan;
  private final ChaosScreen screen;
  private final StopRequest stop;
  private final List<String> notes = new ArrayList<>();

  ChaosRun(ChaosPlan plan, ChaosScreen screen, StopRequest stop) {
    this.stop = stop;
    this.plan = plan;
    this.screen = screen;
  }

  RunResult run() {
    List<Fault> wanted = wantedFaults();
    Load load = plan.work().load("chaos", plan.seed());
    screen.line("%s, %s, seed %d", plan.title(), seconds(plan.work().length()), plan.seed());
    screen.line("To repeat it: %s", plan.command());
    ResultFiles files = new ResultFiles(plan.directory());
    try (Cluster cluster =
        new Cluster(Hosts.of(plan.ground().kind()), clusterPlan(wanted, files))) {
      List<Fault> faults = possible(cluster, wanted);
      cluster.start();
      screen.event("the cluster is ready");
      try {
        return run(cluster, faults, load);
      } finally {
        files.keepLogs(cluster.logs());
      }
    } finally {
      files.removeNodes();
    }
  }

  private List<Fault> wantedFaults() {
    try {
      return plan.faults().contains("none")
          ? List.of()
          : plan.faults().contains("all") ? Faults.all() : Faults.named(plan.faults());
    } catch (IllegalArgumentException unknown) {
      throw new CannotRunException(String.valueOf(unknown.getMessage()));
    }
  }

  private ClusterPlan clusterPlan(List<Fault> wanted, ResultFiles files) {
    Set<Capability> needs = EnumSet.noneOf(Capability.class);
    wanted.stream()
        .filter(fault -> fault.needs().stream().allMatch(each -> each.missing().isEmpty()))
        .forEach(fault -> needs.addAll(fault.needs()));
    return plan.ground().clusterPlan(files.nodes(), needs);
  }

  private List<Fault> possible(Cluster cluster, List<Fault> wanted) {
    List<Fault> possible = new ArrayList<>();
    for (Fault fault : wanted) {
      Optional<String> missing = fault.missing(cluster);
      missing.ifPresentOrElse(reason -> leaveOut(fault, reason), () -> possible.add(fault));
    }
    if (possible.isEmpty() && !wanted.isEmpty()) {
      throw new CannotRunException("this machine can do none of the faults: " + notes);
    }
    return possible;
  }

  private void leaveOut(Fault fault, String reason) {
    if (plan.faults().contains(fault.name())) {
      throw new CannotRunException(fault.name() + " is not possible here: " + reason);
    }
    notes.add(fault.name() + " was left out: " + reason);
  }

  private RunResult run(Cluster cluster, List<Fault> faults, Load load) {
    Schedule schedule = Schedule.draw(plan.seed(), faults, plan.work().length());
    screen.line("Schedule:\n" + (schedule.steps().isEmpty() ? "no faults" : schedule));
    HarnessClock clock = new HarnessClock();
    Instant began = Instant.now();
    try (Recorder recorder = new Recorder(new ResultFiles(plan.directory()).history(), clock);
        WorkloadRun clients =
            WorkloadRun.start(endpoints(cluster), load, recorder, cluster.load())) {
      FaultyTime time = new FaultyTime(cluster, schedule, recorder, screen, stop);
      time.warmUp(CALLS_TO_WARM_UP * clients.workloads().size() * plan.work().clientsEach());
      time.pass(plan.work().length(), plan.work().operations());
      screen.event("all faults are healed, the clients stop");
      clients.stop();
      long length = clock.nanos();
      History history = clients.finish(FINISH_PATIENCE);
      List<NodeState> states = clients.finalStates(EQUAL_PATIENCE);
      screen.event("checking " + history.spans().size() + " operations");
      List<Verdict> verdicts = new ArrayList<>(time.verdicts());
      verdicts.addAll(
          Checkers.check(
              new Evidence(
                  history,
                  time.faults(),
                  states,
                  Tolerances.of(time.faults(), cluster.startTime()))));
      notes.addAll(time.notes());
      return new RunResult(
          new RunResult.Head(plan.title(), plan.seed(), plan.command(), began, length),
          verdicts,
          history,
          time.faults(),
          states,
          schedule.steps().stream().map(Schedule.Step::toString).toList(),
          List.of(),
          notes);
    }
  }

  static Endpoints endpoints(Cluster cluster) {
    List<Endpoint> endpoints = new ArrayList<>();
    List<URI> urls = cluster.urls();
    List<String> grpc = cluster.grpcAddresses();
    for (int i = 0; i < urls.size(); i++) {
      String address = i < grpc.size() ? grpc.get(i) : "";
      endpoints.add(new Endpoint(cluster.nodes().get(i).id(), urls.get(i), address));
    }
    return new Endpoints(endpoints);
  }

  static Verdict failed(String checker, String summary) {
    return new Verdict(checker, CheckOutcome.INVALID, summary, List.of());
  }

  private static String seconds(Duration length) {
    return length.toMillis() / 1000 + " s";
  }
}
