package io.tenure.bench;

import io.tenure.bench.load.LoadKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What one cell measured.
 *
 * @param system its name, for Tenure with the dialect behind it unless that is claims
 * @param cpu per cent of one core, by process
 * @param besideClaims the rate as a multiple of that of claims; not a number if there is none
 */
record CellResult(
    String system,
    LoadKind workload,
    int clients,
    Figures figures,
    Map<String, Long> cpu,
    double besideClaims) {

  /** What the load generator is called among the processes. */
  static final String LOAD = "load";

  /** The numbers; times in milliseconds. */
  record Figures(
      double opsPerSecond, double p50, double p99, double max, long errors, String firstError) {

    private static final double NANOS_PER_MILLI = 1e6;

    /** Takes the words of the load generator's result. */
    static Figures of(String result) {
      List<String> words = List.of(result.split(" ", 7));
      double seconds = Long.parseLong(words.get(1)) / 1e9;
      return new Figures(
          Long.parseLong(words.get(0)) / seconds,
          millis(words.get(2)),
          millis(words.get(3)),
          millis(words.get(4)),
          Long.parseLong(words.get(5)),
          words.get(6));
    }

    private static double millis(String nanos) {
      return Long.parseLong(nanos) / NANOS_PER_MILLI;
    }
  }

  /**
   * Of several rounds the one whose rate is in the middle. Its rate beside claims is the middle of
   * what each round says about both: a machine that is slower for a while is so for both of them.
   *
   * @param claims the same rounds; empty if they were not measured
   */
  static CellResult middle(List<CellResult> rounds, List<CellResult> claims) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < claims.size(); round++) {
      ratios.add(rounds.get(round).rate() / claims.get(round).rate());
    }
    CellResult middle = middle(rounds, Comparator.comparingDouble(CellResult::rate));
    return new CellResult(
        middle.system,
        middle.workload,
        middle.clients,
        middle.figures,
        middle.cpu,
        ratios.isEmpty() ? Double.NaN : middle(ratios, Comparator.naturalOrder()));
  }

  private static <T> T middle(List<T> values, Comparator<T> order) {
    return values.stream().sorted(order).toList().get((values.size() - 1) / 2);
  }

  private double rate() {
    return figures.opsPerSecond();
  }

  /** Whether this is one of Tenure's other dialects at the work that {@code claims} did. */
  boolean isDialectBeside(CellResult claims) {
    return system.startsWith(claims.system + "/")
        && workload == claims.workload
        && clients == claims.clients;
  }

  String title() {
    return system + " " + workload.word();
  }

  /**
   * CPU time of all nodes for one operation: steadier than the rate when others use the machine.
   */
  double nodeMicrosPerOperation() {
    long percent =
        cpu.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(LOAD))
            .mapToLong(Map.Entry::getValue)
            .sum();
    return figures.opsPerSecond() == 0 ? 0 : percent * 10_000 / figures.opsPerSecond();
  }

  String cpuText() {
    return cpu.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", "cell");
    json.put("system", system);
    json.put("workload", workload.word());
    json.put("clients", clients);
    json.put("ops_per_s", figures.opsPerSecond());
    json.put("p50_ms", figures.p50());
    json.put("p99_ms", figures.p99());
    json.put("max_ms", figures.max());
    json.put("errors", figures.errors());
    json.put("cpu_percent", cpu);
    json.put("node_cpu_us_per_op", nodeMicrosPerOperation());
    return json;
  }
}
