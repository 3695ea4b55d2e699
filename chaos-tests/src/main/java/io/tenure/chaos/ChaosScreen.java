package io.tenure.chaos;

import io.tenure.chaos.checker.CheckOutcome;
import io.tenure.chaos.checker.Verdict;
import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.report.RunResult;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a run says while it runs, and at its end. Thread-safe. */
final class ChaosScreen {

  private static final int DETAILS = 3;
  private static final int WIDTH = 300;

  private final PrintWriter out;
  private final long origin = System.nanoTime();
  private long lastOperations;
  private long lastNanos = origin;

  ChaosScreen(PrintWriter out) {
    this.out = out;
  }

  synchronized void line(String format, Object... values) {
    out.println(values.length == 0 ? format : String.format(Locale.ROOT, format, values));
    out.flush();
  }

  /** A line with the time since the beginning in front. */
  void event(String text) {
    long seconds = (System.nanoTime() - origin) / 1_000_000_000;
    line("%3d:%02d  %s", seconds / 60, seconds % 60, text);
  }

  /** How far it is; {@code now} is what is wrong at the moment. */
  void progress(Map<Phase, Long> counts, String now) {
    long ok = counts.getOrDefault(Phase.OK, 0L);
    long failed = counts.getOrDefault(Phase.FAIL, 0L);
    long unknown = counts.getOrDefault(Phase.UNKNOWN, 0L);
    long operations = ok + failed + unknown;
    long nanos = System.nanoTime();
    double rate = (operations - lastOperations) / ((nanos - lastNanos) / 1e9);
    lastOperations = operations;
    lastNanos = nanos;
    event(
        String.format(
            Locale.ROOT,
            "%5.0f ops/s   ok %,d   fail %,d   unknown %,d   %s",
            rate,
            ok,
            failed,
            unknown,
            now));
  }

  void summary(RunResult result, CheckOutcome worst) {
    line("");
    if (!result.faults().isEmpty()) {
      line("Faults that happened:");
      counts(result.faults()).forEach((name, times) -> line("%6d  %s", times, name));
    }
    result.notes().forEach(note -> line("Note: " + note));
    line("");
    result.verdicts().forEach(this::verdict);
    line("");
    line("%s, seed %d", worst, result.head().seed());
  }

  private void verdict(Verdict verdict) {
    line("%-8s %-20s %s", verdict.outcome(), verdict.checker(), verdict.summary());
    verdict.details().stream()
        .limit(DETAILS)
        .flatMap(String::lines)
        .forEach(detail -> line("           " + clip(detail.trim())));
  }

  private static String clip(String text) {
    return text.length() <= WIDTH ? text : text.substring(0, WIDTH) + "…";
  }

  static Map<String, Long> counts(List<FaultSpan> faults) {
    Map<String, Long> counts = new TreeMap<>();
    faults.forEach(fault -> counts.merge(fault.fault(), 1L, Long::sum));
    return counts;
  }
}
