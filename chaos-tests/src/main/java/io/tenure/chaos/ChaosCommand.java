package io.tenure.chaos;

import io.tenure.chaos.checker.CheckOutcome;
import io.tenure.chaos.checker.Checkers;
import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.Hosts;
import io.tenure.chaos.nemesis.Fault;
import io.tenure.chaos.nemesis.Faults;
import io.tenure.chaos.planted.Overlay;
import io.tenure.chaos.planted.PlantedBug;
import io.tenure.chaos.planted.SourceTree;
import io.tenure.chaos.report.RunResult;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a cluster of its own under faults, and judges what its clients saw. */
@Command(
    name = "tenure chaos",
    description = {
      "Starts a cluster, lets clients work on it and things go wrong, and judges what they saw.",
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
      "Examples:",
      "  tenure chaos                                         about two minutes of everything",
      "  tenure chaos --nodes 5 --minutes 10 --seed 7 --faults process,network",
      "  tenure chaos --minutes 60 --report hour              an hour of it; needs 2 GB of memory",
      "  tenure chaos --faults leader,load                    idle, and leadership that comes back",
      "  tenure chaos --failover 20                           how long a change of leader takes"
    })
final class ChaosCommand implements Callable<Integer> {

  private static final Set<Integer> SIZES = Set.of(1, 3, 5);

  private final List<String> arguments;
  private final StopRequest stop;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private ChaosOptions options = new ChaosOptions();

  @Option(names = "--nodes", paramLabel = "N", description = "1, 3 or 5 (${DEFAULT-VALUE}).")
  private int nodes = 3;

  @Option(
      names = "--faults",
      paramLabel = "NAME",
      split = ",",
      description =
          "Faults, or families of them: process, leader, network, link, clock, disk, limit, load,"
              + " tls, mixture. All that this machine can do if not given.")
  private List<String> faults = List.of("all");

  @Option(
      names = "--hosts",
      paramLabel = "KIND",
      description = "netns, docker, local or auto: the first of them that is there.")
  private String hosts = "auto";

  @Option(
      names = "--peer-tls",
      paramLabel = "on|off",
      description = "Whether nodes talk to each other over TLS (${DEFAULT-VALUE}).")
  private String peerTls = "on";

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A line of the cluster's configuration; may be repeated.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--failover",
      paramLabel = "ROUNDS",
      description = "Only measure: end the leader so often by kill -9, and so often by SIGSTOP.")
  private int failoverRounds;

  @Option(names = "--list-faults", description = "Say what can go wrong, and what it needs.")
  private boolean listFaults;

  @Option(
      names = "--planted",
      paramLabel = "BUG",
      description = "Plant a bug in the product first; in a source tree only. 'list' names them.")
  private @Nullable String planted;

  @Option(names = "--home", paramLabel = "DIR", hidden = true)
  private Path home = Path.of(System.getProperty("tenure.home", "build/install/tenure"));

  ChaosCommand(List<String> arguments, StopRequest stop) {
    this.stop = stop;
    this.arguments = arguments;
  }

  @Override
  public Integer call() {
    ChaosScreen screen = new ChaosScreen(out());
    if (listFaults) {
      listFaults(screen);
      return ExitCode.VALID;
    }
    if (planted == null) {
      return run(screen, List.of());
    }
    SourceTree tree = SourceTree.find(home, Path.of(""));
    if (planted.equals("list")) {
      tree.bugs().forEach(bug -> screen.line("%-28s %s", bug.name(), bug.rule()));
      return ExitCode.VALID;
    }
    return runPlanted(screen, tree, tree.bug(planted));
  }

  /** The run that exposes the bug, unless the user asked for another. */
  private int runPlanted(ChaosScreen screen, SourceTree tree, PlantedBug bug) {
    List<String> all = new ArrayList<>(bug.arguments());
    all.addAll(arguments);
    new CommandLine(this).setOverwrittenOptionsAllowed(true).parseArgs(all.toArray(String[]::new));
    screen.line("Planted: %s", bug.rule());
    Path target = options.directory().resolve("planted");
    return run(screen, List.of(Overlay.compile(tree, bug, home, target)));
  }

  private int run(ChaosScreen screen, List<Path> overlay) {
    if (!Files.isExecutable(home.resolve("bin/tenure"))) {
      throw new CannotRunException("there is no distribution of Tenure in " + home);
    }
    if (!SIZES.contains(nodes)) {
      throw new CannotRunException("--nodes is 1, 3 or 5");
    }
    ChaosPlan plan = plan(overlay);
    RunResult result =
        failoverRounds > 0
            ? new FailoverRun(plan, failoverRounds, screen, stop).run()
            : new ChaosRun(plan, screen, stop).run();
    CheckOutcome worst = Checkers.worst(result.verdicts());
    screen.summary(result, worst);
    screen.line("Report: %s", new ResultFiles(plan.directory()).write(result));
    return ExitCode.of(worst);
  }

  private ChaosPlan plan(List<Path> overlay) {
    long seed = Optional.ofNullable(options.seed).orElseGet(ChaosCommand::drawSeed);
    Hosts.Kind kind = kind();
    ChaosPlan.Work work = options.work();
    ChaosPlan.Ground ground = new ChaosPlan.Ground(home, kind, nodes, settings, overlay, isTls());
    return new ChaosPlan(ground, options.directory(), seed, faults, work, repeat(seed));
  }

  private static long drawSeed() {
    return new SplittableRandom().nextLong(1_000_000);
  }

  private Hosts.Kind kind() {
    if (hosts.equals("auto")) {
      return Stream.of(Hosts.Kind.values())
          .filter(kind -> missing(kind).isEmpty())
          .findFirst()
          .orElse(Hosts.Kind.LOOPBACK);
    }
    Hosts.Kind kind =
        switch (hosts.toLowerCase(Locale.ROOT)) {
          case "netns" -> Hosts.Kind.NETNS;
          case "docker" -> Hosts.Kind.DOCKER;
          case "local" -> Hosts.Kind.LOOPBACK;
          default -> throw new CannotRunException("--hosts is netns, docker, local or auto");
        };
    missing(kind)
        .ifPresent(
            reason -> {
              throw new CannotRunException("there are no " + hosts + " hosts here: " + reason);
            });
    return kind;
  }

  private boolean isTls() {
    return switch (peerTls) {
      case "on" -> true;
      case "off" -> false;
      default -> throw new CannotRunException("--peer-tls is on or off");
    };
  }

  private static Optional<String> missing(Hosts.Kind kind) {
    return kind.needs().stream().map(Capability::missing).flatMap(Optional::stream).findFirst();
  }

  /** The same run again: the seed is named, and where the report goes is not. */
  private String repeat(long seed) {
    List<String> words = new ArrayList<>(List.of("tenure", "chaos"));
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i);
      if (word.equals("--report") || word.equals("--seed")) {
        i++;
      } else if (!word.startsWith("--report=") && !word.startsWith("--seed=")) {
        words.add(word.matches("[A-Za-z0-9,._=/:@+-]+") ? word : "'" + word + "'");
      }
    }
    if (planted != null) {
      words.set(0, "./gradlew");
    }
    words.add("--seed");
    words.add(Long.toString(seed));
    return String.join(" ", words);
  }

  private static void listFaults(ChaosScreen screen) {
    for (Fault fault : Faults.all()) {
      String missing =
          fault.needs().stream()
              .map(Capability::missing)
              .flatMap(Optional::stream)
              .findFirst()
              .map(reason -> " (not here: " + reason + ")")
              .orElse("");
      screen.line("%-26s %s%s", fault.name(), fault.meaning(), missing);
    }
  }

  private PrintWriter out() {
    if (spec == null) {
      throw new IllegalStateException("used without a command line");
    }
    return spec.commandLine().getOut();
  }
}
