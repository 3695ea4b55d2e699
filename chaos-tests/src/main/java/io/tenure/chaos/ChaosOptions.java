package io.tenure.chaos;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What both programs can be told. */
final class ChaosOptions {

  private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this and end.")
  boolean help;

  @Option(names = "--minutes", paramLabel = "N", description = "How long clients are at work.")
  @Nullable Double minutes;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "The same in seconds; 90 if neither is given.")
  double seconds = 90;

  @Option(
      names = "--operations",
      paramLabel = "N",
      description = "Go on until so many were answered; at most ten times as long.")
  int operations;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "What all choices are drawn from; another one each time if not given.")
  @Nullable Long seed;

  @Option(
      names = "--workloads",
      paramLabel = "NAME",
      split = ",",
      description =
          "Which clients are at work: exclusive, queues, renewals, expiries, repeats, reads, keeps,"
              + " pairs, shared, watches, locks, leases, locket. All if not given.")
  List<String> workloads = List.of();

  @Option(
      names = "--keys",
      paramLabel = "N",
      description = "Keys of each workload at a time (${DEFAULT-VALUE}).")
  int keys = 2;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description = "Clients of each key (${DEFAULT-VALUE}).")
  int clients = 5;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Where the report, the history and the logs go; a new directory in build/chaos or"
              + " chaos-report if not given.")
  @Nullable Path report;

  ChaosPlan.Work work() {
    return new ChaosPlan.Work(length(), operations, workloads, keys, clients);
  }

  private Duration length() {
    double all = minutes == null ? seconds : minutes * 60;
    if (!(all >= 1) || all > 7 * 24 * 3600.0) {
      throw new CannotRunException("a run takes from one second to a week");
    }
    return Duration.ofMillis((long) (all * 1000));
  }

  /** The same at every call. */
  Path directory() {
    if (report == null) {
      boolean inCheckout = Files.exists(Path.of("settings.gradle"));
      Path parent = Path.of(inCheckout ? "build/chaos" : "chaos-report");
      report = parent.resolve(LocalDateTime.now(ZoneId.systemDefault()).format(NAME));
    }
    return report.toAbsolutePath();
  }
}
