package io.tenure.bench;

import io.tenure.bench.cluster.BenchCluster;
import io.tenure.bench.cluster.ProcFs;
import io.tenure.bench.cluster.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Many leases held at once: time to acquire them, memory, and time to come back. */
final class Held {
  private static final int CLIENTS = 128;
  private static final Duration RESTART_LIMIT = Duration.ofMinutes(5);

  /** What came of it; seconds and MiB. */
  record Result(
      String system,
      long held,
      double seconds,
      List<Long> memory,
      double oneBack,
      double allBack) {}

  private final Output output;
  private final BenchCluster cluster;
  private final LoadProcess load;

  Held(Output output, BenchCluster cluster, LoadProcess load) {
    this.output = output;
    this.cluster = cluster;
    this.load = load;
  }

  Result run(long count) throws IOException, InterruptedException {
    output.line("  %-10s acquiring %,d leases", cluster.system(), count);
    String nanos = load.ask("fill " + count + " " + CLIENTS, line -> output.line("    %s", line));
    double seconds = Long.parseLong(nanos) / 1e9;
    List<Long> memory = new ArrayList<>();
    for (ServerProcess member : cluster.members()) {
      memory.add(ProcFs.residentMebibytes(member.process().pid()));
    }
    output.line("  %-10s held after %.1f s, MiB by node %s", cluster.system(), seconds, memory);
    double one = restartOne(cluster.members().get(cluster.members().size() - 1));
    output.line("  %-10s one node was back after %.1f s", cluster.system(), one);
    double all = restartAll();
    output.line("  %-10s the whole cluster was back after %.1f s", cluster.system(), all);
    return new Result(cluster.system(), count, seconds, memory, one, all);
  }

  private double restartOne(ServerProcess member) throws IOException, InterruptedException {
    member.process().stop();
    long begin = System.nanoTime();
    member.start();
    member.awaitReady(RESTART_LIMIT);
    return secondsSince(begin);
  }

  private double restartAll() throws IOException, InterruptedException {
    cluster.stop();
    long begin = System.nanoTime();
    for (ServerProcess member : cluster.members()) {
      member.start();
    }
    cluster.awaitReady(RESTART_LIMIT);
    return secondsSince(begin);
  }

  private static double secondsSince(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }
}
