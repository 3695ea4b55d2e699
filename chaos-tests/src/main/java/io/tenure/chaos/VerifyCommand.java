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
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lets the clients of the chaos tests work on somebody's running cluster, without any fault. */
@Command(
    name = "tenure verify",
    description = {
      "Lets clients work on a running cluster, and judges what they saw. Nothing is made to fail.",
      "All names begin with a prefix of their own, and what was claimed is released.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:valid: every promise was kept",
      "1:invalid: one was broken; the report says which and where",
      "2:wrong command line, or nothing could be run",
      "3:unknown: what happened could not be judged"
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
  private final Map<String, String> environment;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private ChaosOptions options = new ChaosOptions();

  @Option(
      names = "--url",
      paramLabel = "URL",
      split = ",",
      description = "Nodes of the cluster, separated by commas (or TENURE_URL).")
  private List<URI> urls = List.of();

  @Option(
      names = {"--locket", "--grpc"},
      paramLabel = "HOST:PORT",
      split = ",",
      description = "Their gRPC addresses, in the order of --url (or TENURE_LOCKET).")
  private List<String> locket = List.of();

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = "The token to send with every request (or TENURE_TOKEN).")
  private @Nullable String token;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "PEM file of the authorities to trust for https (or TENURE_CA).")
  private @Nullable Path authorities;

  VerifyCommand(StopRequest stop, Map<String, String> environment) {
    this.stop = stop;
    this.environment = environment;
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
      String command = repeat(work.length().toSeconds(), seed);
      return new RunResult(
          new RunResult.Head("the cluster at " + urls().get(0), seed, command, began, length),
          verdicts,
          history,
          List.of(),
          states,
          List.of(),
          List.of(),
          List.of("names began with " + prefix));
    }
  }

  /** The same run again. */
  private String repeat(long seconds, long seed) {
    List<String> words = new ArrayList<>(List.of("tenure verify --url"));
    words.add(String.join(",", urls().stream().map(URI::toString).toList()));
    if (!locket().isEmpty()) {
      words.add("--locket " + String.join(",", locket()));
    }
    authorities().ifPresent(file -> words.add("--ca " + file));
    if (!options.workloads.isEmpty()) {
      words.add("--workloads " + String.join(",", options.workloads));
    }
    words.add("--seconds " + seconds + " --seed " + seed);
    return String.join(" ", words);
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
    List<URI> addresses = urls();
    for (int i = 0; i < addresses.size(); i++) {
      URI url = addresses.get(i);
      if (url.getHost() == null) {
        throw new CannotRunException("not the address of a node: " + url);
      }
      String grpc = i < locket().size() ? locket().get(i) : "";
      nodes.add(new Endpoint(url.getAuthority(), url, grpc));
    }
    String shown = token != null ? token : variable("TENURE_TOKEN");
    return new Endpoints(nodes, shown, authorities().map(Trust::in).orElse(null));
  }

  private List<URI> urls() {
    List<URI> given = urls.isEmpty() ? listed("TENURE_URL").map(URI::create).toList() : urls;
    if (given.isEmpty()) {
      throw new CannotRunException(
          "--url is missing (or set TENURE_URL); see tenure verify --help");
    }
    return given;
  }

  private List<String> locket() {
    return locket.isEmpty() ? listed("TENURE_LOCKET").toList() : locket;
  }

  private Optional<Path> authorities() {
    return Optional.ofNullable(authorities).or(() -> listed("TENURE_CA").findFirst().map(Path::of));
  }

  private Stream<String> listed(String variable) {
    return Stream.of(variable(variable).split(","))
        .map(String::strip)
        .filter(word -> !word.isEmpty());
  }

  private String variable(String name) {
    return environment.getOrDefault(name, "").strip();
  }

  private PrintWriter out() {
    if (spec == null) {
      throw new IllegalStateException("used without a command line");
    }
    return spec.commandLine().getOut();
  }
}
