package io.tenure.bench;

import io.tenure.bench.cluster.BenchCluster;
import io.tenure.bench.cluster.ProcFs;
import io.tenure.bench.cluster.ServerProcess;
import io.tenure.bench.load.LoadKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs all cells of the table on one cluster. */
final class Cells {
  private static final Map<String, List<LoadKind>> VARIANTS =
      Map.of(
          "etcd pairs", List.of(LoadKind.PAIRS_VARIANT),
          "zookeeper pairs", List.of(LoadKind.PAIRS_VARIANT),
          "zookeeper reads", List.of(LoadKind.READS_LOCAL));

  private static final int WARM_UP_CLIENTS = 256;
  private static final double TURN_SECONDS = 2;

  private record Turn(String wire, LoadKind workload, int clients) {}

  private final BenchOptions options;
  private final Output output;
  private final BenchCluster cluster;
  private final Loads loads;
  private final List<String> wires;

  Cells(BenchOptions options, Output output, BenchCluster cluster, Loads loads) {
    this.options = options;
    this.output = output;
    this.cluster = cluster;
    this.loads = loads;
    this.wires = options.wires(cluster.system());
  }

  List<CellResult> run() throws IOException {
    warmUp();
    List<CellResult> results = new ArrayList<>();
    for (String word : options.workloads) {
      if (word.equals("none")) {
        continue;
      }
      List<LoadKind> workloads = new ArrayList<>(List.of(LoadKind.of(word)));
      workloads.addAll(VARIANTS.getOrDefault(cluster.system() + " " + word, List.of()));
      for (LoadKind workload : workloads) {
        for (int clients : clientsFor(workload)) {
          results.addAll(row(workload, clients));
        }
      }
    }
    return results;
  }

  /**
   * One cell per wire that has the workload, each the middle of its rounds. In every round all have
   * their turn, once in this order and once in the other, so that none has always the better one.
   */
  private List<CellResult> row(LoadKind workload, int clients) throws IOException {
    List<String> inTurn =
        new ArrayList<>(wires.stream().filter(wire -> has(wire, workload)).toList());
    Map<String, List<CellResult>> measured = new LinkedHashMap<>();
    for (int round = 0; round < options.rounds(); round++) {
      for (String wire : inTurn) {
        CellResult cell = cell(wire, workload, clients);
        measured.computeIfAbsent(wire, any -> new ArrayList<>()).add(cell);
      }
      Collections.reverse(inTurn);
    }
    List<CellResult> claims = measured.getOrDefault(cluster.system(), List.of());
    return measured.values().stream().map(rounds -> CellResult.middle(rounds, claims)).toList();
  }

  /** Of Tenure's dialects only claims have a queue. */
  private boolean has(String wire, LoadKind workload) {
    return workload != LoadKind.HANDOFF || wire.equals(cluster.system());
  }

  /**
   * Lets compilers and caches see every workload, so that the first cell is not the slowest. All
   * take turns again and again: code that was compiled while one ran alone is thrown away when the
   * next begins.
   */
  private void warmUp() throws IOException {
    output.line("  %-10s warming up", cluster.system());
    List<Turn> turns = turns();
    double each = options.warmUpSeconds + TURN_SECONDS;
    long rounds = Math.max(1, Math.round(options.settleSeconds() / (each * turns.size())));
    for (long round = 0; round < rounds; round++) {
      for (Turn turn : turns) {
        String command = command(turn.workload(), turn.clients(), TURN_SECONDS);
        loads.on(turn.wire()).ask(command, phase -> {});
      }
    }
  }

  private List<Turn> turns() {
    List<Turn> turns = new ArrayList<>();
    for (String word : options.workloads) {
      if (!word.equals("none")) {
        LoadKind workload = LoadKind.of(word);
        int clients = workload == LoadKind.HANDOFF ? options.waiters : WARM_UP_CLIENTS;
        for (String wire : wires) {
          if (has(wire, workload)) {
            turns.add(new Turn(wire, workload, clients));
          }
        }
      }
    }
    return turns;
  }

  private String command(LoadKind workload, int clients, double seconds) {
    return String.format(
        "cell %s %d %d %d %d",
        workload.word(),
        clients,
        Math.round(options.warmUpSeconds * 1_000),
        Math.round(seconds * 1_000),
        options.connectionsPerNode(cluster.system()));
  }

  private List<Integer> clientsFor(LoadKind workload) {
    return workload == LoadKind.HANDOFF ? List.of(options.waiters) : options.clients;
  }

  private CellResult cell(String wire, LoadKind workload, int clients) throws IOException {
    output.start("  %-13s %-14s %4d clients ... ", wire, workload.word(), clients);
    LoadProcess load = loads.on(wire);
    CpuMeter meter = new CpuMeter(load.pid());
    String command = command(workload, clients, options.seconds);
    CellResult.Figures figures = CellResult.Figures.of(load.ask(command, meter::phase));
    output.line(
        "%,9.0f ops/s  p50 %.2f  p99 %.2f  max %.1f ms%s",
        figures.opsPerSecond(),
        figures.p50(),
        figures.p99(),
        figures.max(),
        figures.errors() == 0 ? "" : "  " + figures.errors() + " errors: " + figures.firstError());
    CellResult result =
        new CellResult(wire, workload, clients, figures, meter.percent(), Double.NaN);
    output.json(result.json());
    return result;
  }

  /** CPU time by process between the load generator's "begin" and "end". */
  private final class CpuMeter {
    private final long loadPid;
    private final Map<String, Long> used = new LinkedHashMap<>();
    private long beginNanos;
    private long nanos = 1;

    CpuMeter(long loadPid) {
      this.loadPid = loadPid;
    }

    void phase(String word) {
      if (word.equals("begin")) {
        beginNanos = System.nanoTime();
        add(-1);
      } else if (word.equals("end")) {
        nanos = System.nanoTime() - beginNanos;
        add(1);
      }
    }

    private void add(int sign) {
      for (ServerProcess member : cluster.members()) {
        used.merge(member.name(), sign * ProcFs.cpuMillis(member.process().pid()), Long::sum);
      }
      used.merge(CellResult.LOAD, sign * ProcFs.cpuMillis(loadPid), Long::sum);
    }

    Map<String, Long> percent() {
      Map<String, Long> percent = new LinkedHashMap<>();
      used.forEach((name, millis) -> percent.put(name, millis * 100_000_000 / nanos));
      return percent;
    }
  }
}
