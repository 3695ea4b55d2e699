package io.tenure.chaos.report;

import io.tenure.chaos.checker.CheckOutcome;
import io.tenure.chaos.checker.Checkers;
import io.tenure.chaos.checker.Verdict;
import io.tenure.chaos.history.NodeState;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Writes the page of a run. */
public final class ChaosReport {

  private static final int OVERVIEW_WIDTH = 1080;
  private static final int SHOWN_DETAILS = 3;
  private static final DateTimeFormatter WHEN =
      DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm:ss 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final RunResult run;
  private final List<Span> spans;
  private final Silence silence;
  private final Html page = new Html();

  private ChaosReport(RunResult run) {
    this.run = run;
    this.spans = run.history().spans();
    this.silence = new Silence(spans);
  }

  /** Writes the page into a file; what was there is replaced. */
  public static void write(RunResult run, Path file) {
    try {
      Files.writeString(file, new ChaosReport(run).html());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String html() {
    CheckOutcome worst = Checkers.worst(run.verdicts());
    page.raw("<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'/>\n");
    page.raw("<meta name='viewport' content='width=device-width, initial-scale=1'/>\n");
    page.raw("<meta name='color-scheme' content='light dark'/>\n");
    page.element("title", word(worst) + ": " + run.head().title() + ", seed " + run.head().seed());
    page.raw("<style>").raw(style()).raw("</style></head>\n<body><main>\n");
    head(worst);
    tiles();
    verdicts();
    overview();
    new FaultTables(run, silence).draw(page);
    page.raw("<section><h2>Operations by key</h2>\n");
    legend("ok|answered", "fail|refused, without effect", "unknown|outcome unknown");
    new KeyTimelines(spans, new Suspects(run.verdicts()), run.faults()).draw(page);
    page.raw("</section>\n");
    nodes();
    schedule();
    page.raw("</main></body></html>\n");
    return page.toString();
  }

  private void head(CheckOutcome worst) {
    page.raw("<header><p class='badge %s'>%s</p>\n", css(worst), word(worst));
    page.element("h1", run.head().title());
    page.raw("<p class='quiet'>").text(WHEN.format(run.head().began()));
    page.raw(" · %.0f s · seed %d</p>\n", run.head().lengthNanos() / 1e9, run.head().seed());
    page.raw("<p>To repeat it:</p><pre>").text(run.head().command()).raw("</pre></header>\n");
  }

  private void tiles() {
    long ok = count(Phase.OK);
    page.raw("<div class='tiles'>");
    tile(String.format(Locale.ROOT, "%,d", spans.size()), "operations");
    tile(share(ok), "answered");
    tile(share(count(Phase.FAIL)), "refused (503)");
    tile(share(count(Phase.UNKNOWN)), "unknown");
    tile(String.format(Locale.ROOT, "%,d", hungUp()), "not waited for, on purpose");
    tile(String.valueOf(run.faults().size()), "faults happened");
    tile(seconds(silence.longestNanos()), "longest silence");
    page.raw("</div>\n");
  }

  private long count(Phase phase) {
    return spans.stream().filter(span -> span.phase() == phase && !span.isHungUp()).count();
  }

  private long hungUp() {
    return spans.stream().filter(Span::isHungUp).count();
  }

  private String share(long count) {
    return String.format(
        Locale.ROOT, "%.1f %%", 100.0 * count / Math.max(1, spans.size() - hungUp()));
  }

  private void tile(String value, String label) {
    page.raw("<div><b>").text(value).raw("</b><span>").text(label).raw("</span></div>\n");
  }

  private void verdicts() {
    page.raw("<section><h2>Verdicts</h2><div class='scroll'><table><thead>");
    page.raw("<tr><th>checker</th><th>verdict</th><th>what was judged</th></tr></thead><tbody>\n");
    for (Verdict verdict : run.verdicts()) {
      page.raw("<tr><td>")
          .text(verdict.checker())
          .raw(
              "</td><td><span class='mark %s'>%s</span>",
              css(verdict.outcome()), word(verdict.outcome()));
      page.raw("</td><td>").text(verdict.summary());
      details(verdict);
      page.raw("</td></tr>\n");
    }
    page.raw("</tbody></table></div>\n");
    page.raw("<p class='quiet'>An unknown verdict counts as failed: a run that cannot be judged");
    page.raw(" has not passed.</p></section>\n");
  }

  /** The first few are shown, the others on demand. */
  private void details(Verdict verdict) {
    int shown = verdict.isValid() ? 0 : Math.min(SHOWN_DETAILS, verdict.details().size());
    findings(verdict.details().subList(0, shown));
    if (shown < verdict.details().size()) {
      page.raw("<details><summary>%d more</summary>", verdict.details().size() - shown);
      findings(verdict.details().subList(shown, verdict.details().size()));
      page.raw("</details>");
    }
  }

  /** Of each the first line says what is wrong, the others are the operations that show it. */
  private void findings(List<String> details) {
    for (String detail : details) {
      List<String> lines = detail.lines().toList();
      page.raw("<div class='finding'>").text(lines.isEmpty() ? "" : lines.get(0));
      lines.stream().skip(1).forEach(line -> page.raw("<code>").text(line.trim()).raw("</code>"));
      page.raw("</div>\n");
    }
  }

  private void overview() {
    long end =
        Math.max(run.head().lengthNanos(), spans.stream().mapToLong(Span::end).max().orElse(1));
    page.raw("<section><h2>The run</h2>\n");
    legend(
        "fault|fault, and its time through all drawings",
        "ok|answered",
        "fail|refused",
        "unknown|unknown",
        "p50|median latency of answers",
        "p99|99th percentile");
    Buckets buckets = new Buckets(spans, 0, end);
    new Overview(new TimeAxis(0, end, OVERVIEW_WIDTH), buckets, run.faults()).draw(page);
    page.raw("</section>\n");
  }

  private void legend(String... entries) {
    page.raw("<p class='legend'>");
    for (String entry : entries) {
      String[] parts = entry.split("\\|", 2);
      page.raw("<span><i class='%s'></i> %s</span> ", parts[0], parts[1]);
    }
    page.raw("</p>\n");
  }

  private void nodes() {
    if (run.finalStates().isEmpty()) {
      return;
    }
    page.raw("<section><h2>Nodes at the end</h2><div class='scroll'><table><thead>");
    page.raw("<tr><th>node</th><th>applied entry</th><th>state</th></tr></thead><tbody>\n");
    for (NodeState state : run.finalStates()) {
      page.raw("<tr><td>").text(state.node());
      page.raw("</td><td class='number'>%d</td><td><code>", state.appliedIndex());
      page.text(state.answered() ? state.digest() : "did not answer").raw("</code></td></tr>\n");
    }
    page.raw("</tbody></table></div></section>\n");
  }

  private void schedule() {
    page.raw("<section><h2>Schedule and notes</h2>\n");
    page.raw(
        "<details><summary>What seed %d said was to happen (%d steps)</summary><pre>",
        run.head().seed(), run.schedule().size());
    run.schedule().forEach(line -> page.text(line).raw("\n"));
    page.raw("</pre></details><ul class='quiet'>");
    run.notes().forEach(note -> page.element("li", note));
    page.raw(
        "<li>All times are seconds since the clients began, by the clock of the harness.</li>");
    page.raw("</ul></section>\n");
  }

  static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
  }

  private static String word(CheckOutcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }

  private static String css(CheckOutcome outcome) {
    return switch (outcome) {
      case VALID -> "good";
      case INVALID -> "bad";
      case UNKNOWN -> "doubt";
    };
  }

  private static String style() {
    try (InputStream in = ChaosReport.class.getResourceAsStream("report.css")) {
      if (in == null) {
        throw new IllegalStateException("report.css is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
