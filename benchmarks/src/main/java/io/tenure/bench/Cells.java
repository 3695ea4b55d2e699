package io.tenure.bench;

import io.tenure.bench.cluster.Cluster;
import io.tenure.bench.cluster.Member;
import io.tenure.bench.cluster.ProcFs;
import io.tenure.bench.load.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs all cells of the table on one cluster. */
final class Cells {
  private static final Map<String, List<Workload>> VARIANTS =
      Map.of(
          "etcd pairs", List.of(Workload.PAIRS_VARIANT),
          "zookeeper pairs", List.of(Workload.PAIRS_VARIANT),
          "zookeeper reads", List.of(Workload.READS_LOCAL));

  private static final int WARM_UP_CLIENTS = 256;

  private final Options options;
  private final Output output;
  private final Cluster cluster;
  private final LoadProcess load;

  Cells(Options options, Output output, Cluster cluster, LoadProcess load) {
    this.options = options;
    this.output = output;
    this.cluster = cluster;
    this.load = load;
  }

  List<CellResult> run() throws IOException {
    warmUp();
    List<CellResult> results = new ArrayList<>();
    for (String word : options.workloads) {
      if (word.equals("none")) {
        continue;
      }
      List<Workload> workloads = new ArrayList<>(List.of(Workload.of(word)));
      workloads.addAll(VARIANTS.getOrDefault(cluster.system() + " " + word, List.of()));
      for (Workload workload : workloads) {
        for (int clients : clientsFor(workload)) {
          results.add(cell(workload, clients));
        }
      }
    }
    return results;
  }

  /** Lets compilers and caches see every workload, so that the first cell is not the slowest. */
  private void warmUp() throws IOException {
    output.line("  %-10s warming up", cluster.system());
    for (String word : options.workloads) {
      if (!word.equals("none")) {
        Workload workload = Workload.of(word);
        int clients = workload == Workload.HANDOFF ? options.waiters : WARM_UP_CLIENTS;
        double seconds = options.settleSeconds / options.workloads.size();
        load.ask(command(workload, clients, seconds), phase -> {});
      }
    }
  }

  private String command(Workload workload, int clients, double seconds) {
    return String.format(
        "cell %s %d %d %d %d",
        workload.word(),
        clients,
        Math.round(options.warmUpSeconds * 1_000),
        Math.round(seconds * 1_000),
        options.connectionsPerNode(cluster.system()));
  }

  private List<Integer> clientsFor(Workload workload) {
    return workload == Workload.HANDOFF ? List.of(options.waiters) : options.clients;
  }

  private CellResult cell(Workload workload, int clients) throws IOException {
    output.start("  %-10s %-14s %4d clients ... ", cluster.system(), workload.word(), clients);
    CpuMeter meter = new CpuMeter();
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
        new CellResult(cluster.system(), workload, clients, figures, meter.percent());
    output.json(result.json());
    return result;
  }

  /** CPU time by process between the load generator's "begin" and "end". */
  private final class CpuMeter {
    private final Map<String, Long> used = new LinkedHashMap<>();
    private long beginNanos;
    private long nanos = 1;

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
      for (Member member : cluster.members()) {
        used.merge(member.name(), sign * ProcFs.cpuMillis(member.process().pid()), Long::sum);
      }
      used.merge("load", sign * ProcFs.cpuMillis(load.pid()), Long::sum);
    }

    Map<String, Long> percent() {
      Map<String, Long> percent = new LinkedHashMap<>();
      used.forEach((name, millis) -> percent.put(name, millis * 100_000_000 / nanos));
      return percent;
    }
  }
}
