package io.tenure.bench;

import io.tenure.bench.cluster.BenchCluster;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The load generators of one cluster, each in a process of its own: what one dialect's clients made
 * of the compiler does not help or hurt another's. Only one at a time has work.
 */
final class Loads implements AutoCloseable {
  private final Map<String, LoadProcess> processes = new LinkedHashMap<>();

  /** Starts one for each of the wires, as {@link LoadGenerator} names them. */
  static Loads start(BenchCluster cluster, List<String> wires) throws IOException {
    Loads loads = new Loads();
    for (String wire : wires) {
      loads.processes.put(wire, LoadProcess.start(cluster, wire));
    }
    return loads;
  }

  LoadProcess on(String wire) {
    LoadProcess process = processes.get(wire);
    if (process == null) {
      throw new IllegalArgumentException("no load for " + wire);
    }
    return process;
  }

  @Override
  public void close() {
    processes.values().forEach(LoadProcess::close);
  }
}
