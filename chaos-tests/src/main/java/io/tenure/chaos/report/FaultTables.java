package io.tenure.chaos.report;

import io.tenure.chaos.history.FaultSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What happened how often, and how long it was felt. */
final class FaultTables {

  private static final int MOST_ROWS = 200;

  private final RunResult run;
  private final Silence silence;

  FaultTables(RunResult run, Silence silence) {
    this.run = run;
    this.silence = silence;
  }

  void draw(Html page) {
    if (!run.failovers().isEmpty()) {
      failovers(page);
    }
    if (!run.faults().isEmpty()) {
      counts(page);
      each(page);
    }
  }

  private void counts(Html page) {
    Map<String, List<FaultSpan>> byName = new TreeMap<>();
    run.faults()
        .forEach(fault -> byName.computeIfAbsent(fault.fault(), n -> new ArrayList<>()).add(fault));
    page.raw("<section><h2>Faults that happened</h2><div class='scroll'><table><thead><tr>");
    page.raw("<th>fault</th><th class='number'>times</th><th class='number'>in all</th>");
    page.raw("<th class='number'>longest silence</th></tr></thead><tbody>\n");
    byName.forEach(
        (name, faults) -> {
          long total = faults.stream().mapToLong(f -> f.endNanos() - f.beginNanos()).sum();
          long silent = faults.stream().mapToLong(silence::longestNanos).max().orElse(0);
          page.raw("<tr><td>").text(name).raw("</td><td class='number'>%d</td>", faults.size());
          page.raw("<td class='number'>%s</td>", ChaosReport.seconds(total));
          page.raw("<td class='number'>%s</td></tr>\n", ChaosReport.seconds(silent));
        });
    page.raw("</tbody></table></div>\n");
    page.raw("<p class='quiet'>Silence: how long no client of any node got an answer, from the");
    page.raw(" fault's begin on.</p></section>\n");
  }

  private void each(Html page) {
    page.raw(
        "<section><h2>Fail-over, fault by fault</h2><details><summary>%d faults</summary>",
        run.faults().size());
    page.raw("<div class='scroll'><table><thead><tr><th class='number'>at</th><th>fault</th>");
    page.raw("<th>target</th><th class='number'>lasted</th><th class='number'>silence</th>");
    page.raw("<th>detail</th></tr></thead><tbody>\n");
    run.faults().stream()
        .sorted(Comparator.comparingLong(FaultSpan::beginNanos))
        .limit(MOST_ROWS)
        .forEach(
            fault -> {
              long lasted = fault.endNanos() - fault.beginNanos();
              page.raw(
                  "<tr><td class='number'>%s</td><td>", ChaosReport.seconds(fault.beginNanos()));
              page.text(fault.fault()).raw("</td><td>").text(fault.target());
              page.raw("</td><td class='number'>%s</td>", ChaosReport.seconds(lasted));
              page.raw(
                  "<td class='number'>%s</td><td>",
                  ChaosReport.seconds(silence.longestNanos(fault)));
              page.text(fault.detail()).raw("</td></tr>\n");
            });
    page.raw("</tbody></table></div></details></section>\n");
  }

  private void failovers(Html page) {
    Map<String, List<Long>> byWay = new TreeMap<>();
    run.failovers()
        .forEach(
            each -> byWay.computeIfAbsent(each.way(), w -> new ArrayList<>()).add(each.millis()));
    page.raw(
        "<section><h2>Fail-over times</h2><div class='scroll'><table><thead><tr><th>leader</th>");
    page.raw("<th class='number'>rounds</th><th class='number'>fastest</th>");
    page.raw("<th class='number'>median</th><th class='number'>slowest</th></tr></thead><tbody>\n");
    byWay.forEach(
        (way, times) -> {
          List<Long> sorted = times.stream().sorted().toList();
          page.raw("<tr><td>").text(way).raw("</td><td class='number'>%d</td>", sorted.size());
          page.raw("<td class='number'>%d ms</td>", sorted.get(0));
          page.raw("<td class='number'>%d ms</td>", median(sorted));
          page.raw("<td class='number'>%d ms</td></tr>\n", sorted.get(sorted.size() - 1));
        });
    page.raw("</tbody></table></div><p class='quiet'>From the signal to the first write that");
    page.raw(" another node acknowledged.</p></section>\n");
  }

  static long median(List<Long> sorted) {
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
