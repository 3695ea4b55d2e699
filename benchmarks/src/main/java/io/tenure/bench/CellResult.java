package io.tenure.bench;

import io.tenure.bench.load.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What one cell measured.
 *
 * @param cpu per cent of one core, by process
 */
record CellResult(
    String system, Workload workload, int clients, Figures figures, Map<String, Long> cpu) {

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

  String title() {
    return system + " " + workload.word();
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
    return json;
  }
}
