package io.tenure.bench;

import io.tenure.bench.load.LoadKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the results and prints them as tables, with the ratios to the peers and the bar. */
final class BenchReport {
  private static final double MAX_FAILOVER_MILLIS = 1_000;

  /** Each dialect is to be within 15 % of claims. */
  private static final double MIN_DIALECT_RATIO = 0.85;

  private final Output output;
  private final List<CellResult> cells = new ArrayList<>();
  private final List<FailoverBenchmark.Result> failovers = new ArrayList<>();
  private final List<Held.Result> helds = new ArrayList<>();

  BenchReport(Output output) {
    this.output = output;
  }

  void add(List<CellResult> results) {
    cells.addAll(results);
  }

  void addFailovers(List<FailoverBenchmark.Result> results) throws IOException {
    failovers.addAll(results);
    for (FailoverBenchmark.Result result : results) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("kind", "failover");
      json.put("system", result.system());
      json.put("fault", result.fault().name());
      json.put("median_ms", result.median());
      json.put("max_ms", result.max());
      json.put("all_ms", result.millis());
      output.json(json);
    }
  }

  void add(Held.Result result) throws IOException {
    helds.add(result);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", "held");
    json.put("system", result.system());
    json.put("held", result.held());
    json.put("acquire_s", result.seconds());
    json.put("memory_mib", result.memory());
    json.put("one_node_back_s", result.oneBack());
    json.put("all_nodes_back_s", result.allBack());
    output.json(json);
  }

  void print() throws IOException {
    if (!cells.isEmpty()) {
      printCells();
      printDialects();
      printRatios();
    }
    if (!failovers.isEmpty()) {
      printFailovers();
    }
    if (!helds.isEmpty()) {
      printHeld();
    }
  }

  private void printCells() {
    output.line("");
    output.line(
        "%-24s %7s %10s %9s %9s %9s %7s  %s",
        "workload", "clients", "ops/s", "p50 ms", "p99 ms", "max ms", "errors", "CPU %");
    for (CellResult cell : cells) {
      CellResult.Figures figures = cell.figures();
      output.line(
          "%-24s %7d %,10.0f %9.2f %9.2f %9.1f %7d  %s",
          cell.title(),
          cell.clients(),
          figures.opsPerSecond(),
          figures.p50(),
          figures.p99(),
          figures.max(),
          figures.errors(),
          cell.cpuText());
    }
  }

  /** Each dialect beside claims: the same work, clients and nodes. */
  private void printDialects() throws IOException {
    boolean first = true;
    for (CellResult dialect : cells) {
      for (CellResult claims : cells) {
        if (dialect.isDialectBeside(claims)) {
          if (first) {
            output.line("");
            output.line(
                "%-30s %7s %8s  %-22s %s",
                "ratio to claims", "clients", "", "the bar", "node CPU us per operation");
            first = false;
          }
          printDialect(dialect, claims);
        }
      }
    }
  }

  private void printDialect(CellResult dialect, CellResult claims) throws IOException {
    double ratio = dialect.besideClaims();
    boolean met = ratio >= MIN_DIALECT_RATIO;
    output.line(
        "%-30s %7d %8.2f  at least %.2f: %-7s %8.0f (claims %.0f)",
        dialect.title(),
        dialect.clients(),
        ratio,
        MIN_DIALECT_RATIO,
        met ? "met" : "NOT MET",
        dialect.nodeMicrosPerOperation(),
        claims.nodeMicrosPerOperation());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", "dialect_ratio");
    json.put("system", dialect.system());
    json.put("workload", dialect.workload().word());
    json.put("clients", dialect.clients());
    json.put("ratio", ratio);
    json.put("bar", MIN_DIALECT_RATIO);
    json.put("met", met);
    output.json(json);
  }

  private void printRatios() throws IOException {
    boolean first = true;
    for (CellResult ours : cells) {
      for (CellResult theirs : cells) {
        if (ours.system().equals("tenure") && isPeerOf(ours, theirs)) {
          if (first) {
            output.line("");
            output.line("%-44s %7s %8s  %s", "ratio", "clients", "", "the bar");
            first = false;
          }
          printRatio(ours, theirs);
        }
      }
    }
  }

  private static boolean isPeerOf(CellResult ours, CellResult theirs) {
    return !theirs.system().startsWith("tenure")
        && ours.clients() == theirs.clients()
        && theirs.workload().name().startsWith(ours.workload().name());
  }

  private void printRatio(CellResult ours, CellResult theirs) throws IOException {
    double ratio = ours.figures().opsPerSecond() / theirs.figures().opsPerSecond();
    double bar = bar(theirs);
    String verdict = "";
    if (bar > 0) {
      verdict = String.format("at least %.0f: %s", bar, ratio >= bar ? "met" : "NOT MET");
    }
    output.line(
        "%-44s %7d %8.2f  %s", ours.title() + " / " + name(theirs), ours.clients(), ratio, verdict);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", "ratio");
    json.put("workload", ours.workload().word());
    json.put("clients", ours.clients());
    json.put("peer", theirs.system());
    json.put("peer_workload", theirs.workload().word());
    json.put("ratio", ratio);
    if (bar > 0) {
      json.put("bar", bar);
      json.put("met", ratio >= bar);
    }
    output.json(json);
  }

  private static String name(CellResult cell) {
    return switch (cell.title()) {
      case "etcd pairs" -> "etcd (a lease per lock)";
      case "etcd pairs-variant" -> "etcd (shared lease)";
      case "zookeeper pairs" -> "zookeeper (raw)";
      case "zookeeper pairs-variant" -> "zookeeper (recipe)";
      case "zookeeper reads" -> "zookeeper (sync+get)";
      case "zookeeper reads-local" -> "zookeeper (stale)";
      default -> cell.system();
    };
  }

  /** How many times the peer's rate is asked for; 0 where nothing is. */
  private static double bar(CellResult peer) {
    if (peer.workload() == LoadKind.PAIRS && peer.clients() >= 64) {
      return peer.system().equals("etcd") ? 5 : 2;
    }
    if (!peer.system().equals("etcd")) {
      return 0;
    }
    return switch (peer.workload()) {
      case READS -> 2;
      case HANDOFF -> 4;
      default -> 0;
    };
  }

  private void printFailovers() {
    output.line("");
    output.line("%-24s %6s %10s %10s  %s", "fail-over", "rounds", "median ms", "max ms", "the bar");
    for (FailoverBenchmark.Result result : failovers) {
      boolean judged =
          result.system().equals("tenure") && result.fault() == FailoverBenchmark.Fault.KILL;
      String verdict = result.median() < MAX_FAILOVER_MILLIS ? "met" : "NOT MET";
      output.line(
          "%-24s %6d %10.0f %10.0f  %s",
          result.system() + " " + result.fault(),
          result.millis().size(),
          result.median(),
          result.max(),
          judged ? "median under 1 s: " + verdict : "");
    }
  }

  private void printHeld() {
    output.line("");
    output.line(
        "%-12s %12s %10s %14s %14s  %s",
        "held", "leases", "acquire s", "one back s", "all back s", "MiB by node");
    for (Held.Result result : helds) {
      output.line(
          "%-12s %,12d %10.1f %14.1f %14.1f  %s",
          result.system(),
          result.held(),
          result.seconds(),
          result.oneBack(),
          result.allBack(),
          result.memory());
    }
  }
}
