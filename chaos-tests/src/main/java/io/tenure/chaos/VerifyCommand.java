package io.tenure.chaos;

import io.tenure.chaos.checker.CheckOutcome;
import io.tenure.chaos.checker.Checkers;
import io.tenure.chaos.checker.Evidence;
import io.tenure.chaos.checker.Tolerance;
import io.tenure.chaos.checker.Verdict;
import io.tenure.chaos.history.HarnessClock;
import io.tenure.chaos.history.History;
import io.tenure.chaos.history.NodeState;
import io.tenure.chaos.history.Recorder;
import io.tenure.chaos.report.RunResult;
import io.tenure.chaos.workload.Endpoint;
import io.tenure.chaos.workload.Endpoints;
import io.tenure.chaos.workload.WorkloadRun;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lets the clients of the chaos tests work on somebody's running cluster, without any fault. */
@Command(
    name = "verify",
    description = {
      "Lets clients work on a running cluster, and judges what they saw. Nothing is made to fail.",
      "All names begin with a prefix of their own, and what was claimed is given back.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:valid: every promise was kept",
      "1:invalid: one was broken; the report says which and where",
      "2:unknown: it could not be judged, or could not be run"
    },
    footer = {
      "",
      "Example:",
      "  tenure verify --url http://10.0.0.1:8081,http://10.0.0.2:8081 --minutes 5"
    })
final class VerifyCommand implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PROGRESS_MILLIS = 5_000;

  /**
   * How long a cluster waits for the owner of a promoted claim is its own setting; at most this.
   */
  private static final Tolerance TOLERANCE =
      Tolerance.DEFAULT.withPromotionGrace(Duration.ofMinutes(10));

  private final StopRequest stop;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private ChaosOptions options = new ChaosOptions();

  @Option(
      names = "--url",
      paramLabel = "URL",
      split = ",",
      required = true,
      description = "Where the nodes serve HTTP.")
  private List<URI> urls = List.of();

  @Option(
      names = "--grpc",
      paramLabel = "HOST:PORT",
      split = ",",
      description = "Where they serve Locket, in the order of --url.")
  private List<String> grpc = List.of();

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = "Shown with every request; TENURE_TOKEN if not given.")
  private @Nullable String token;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "Certificates to trust, in PEM; those of this Java if not given.")
  private @Nullable Path authorities;

  VerifyCommand(StopRequest stop) {
    this.stop = stop;
  }

  @Override
  public Integer call() {
    ChaosScreen screen = new ChaosScreen(out());
    RunResult result = run(screen);
    CheckOutcome worst = Checkers.worst(result.verdicts());
    screen.summary(result, worst);
    screen.line("Report: %s", new ResultFiles(options.directory()).write(result));
    return ExitCode.of(worst);
  }

  private RunResult run(ChaosScreen screen) {
    long seed =
        Optional.ofNullable(options.seed)
            .orElseGet(() -> new SplittableRandom().nextLong(1_000_000));
    String prefix = "tenure-verify-" + Long.toHexString(new SplittableRandom().nextLong());
    screen.line("Names begin with %s; seed %d", prefix, seed);
    ResultFiles files = new ResultFiles(options.directory());
    ChaosPlan.Work work = options.work();
    HarnessClock clock = new HarnessClock();
    Instant began = Instant.now();
    try (Recorder recorder = new Recorder(files.history(), clock);
        WorkloadRun clients = WorkloadRun.start(endpoints(), work.load(prefix, seed), recorder)) {
      watch(screen, recorder, work.length());
      clients.stop();
      long length = clock.nanos();
      History history = clients.finish(PATIENCE);
      List<NodeState> states = clients.finalStates(PATIENCE);
      List<Verdict> verdicts = Checkers.check(new Evidence(history, List.of(), states, TOLERANCE));
      String command =
          "tenure verify --url "
              + String.join(",", urls.stream().map(URI::toString).toList())
              + " --seconds "
              + work.length().toSeconds()
              + " --seed "
              + seed;
      return new RunResult(
          new RunResult.Head("the cluster at " + urls.get(0), seed, command, began, length),
          verdicts,
          history,
          List.of(),
          states,
          List.of(),
          List.of(),
          List.of("names began with " + prefix));
    }
  }

  private void watch(ChaosScreen screen, Recorder recorder, Duration length) {
    stop.onAsk(() -> screen.line("Stopping: what is held is given back."));
    long end = System.nanoTime() + length.toNanos();
    while (!stop.isAsked() && System.nanoTime() - end < 0) {
      stop.await(Math.min(PROGRESS_MILLIS, 1 + (end - System.nanoTime()) / 1_000_000));
      screen.progress(recorder.counts(), "");
    }
  }

  private Endpoints endpoints() {
    List<Endpoint> nodes = new ArrayList<>();
    for (int i = 0; i < urls.size(); i++) {
      URI url = urls.get(i);
      if (url.getHost() == null) {
        throw new CannotRunException("not the address of a node: " + url);
      }
      nodes.add(new Endpoint(url.getAuthority(), url, i < grpc.size() ? grpc.get(i) : ""));
    }
    String shown =
        token != null ? token : Optional.ofNullable(System.getenv("TENURE_TOKEN")).orElse("");
    return new Endpoints(nodes, shown, authorities == null ? null : Trust.in(authorities));
  }

  private PrintWriter out() {
    if (spec == null) {
      throw new IllegalStateException("used without a command line");
    }
    return spec.commandLine().getOut();
  }
}
