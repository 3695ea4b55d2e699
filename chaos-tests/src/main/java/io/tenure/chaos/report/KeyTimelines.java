package io.tenure.chaos.report;

import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each client did to a key, one line per client. Of many keys it shows those that a verdict
 * names, then the busiest; of a key with many operations it shows the time around the named ones,
 * or else the beginning.
 */
final class KeyTimelines {

  private static final int MOST_KEYS = 10;
  private static final int MOST_OPERATIONS = 600;
  private static final int MOST_CLIENTS = 24;
  private static final int LANE = 13;
  private static final int TOP = 6;
  private static final int USUAL_WIDTH = 1080;
  private static final int MOST_WIDTH = 4_000;
  private static final double PIXELS_PER_OPERATION = 5;

  private final Suspects suspects;
  private final List<FaultSpan> faults;
  private final Map<String, List<Span>> byKey = new LinkedHashMap<>();

  KeyTimelines(List<Span> spans, Suspects suspects, List<FaultSpan> faults) {
    this.suspects = suspects;
    this.faults = faults;
    spans.forEach(
        span ->
            byKey
                .computeIfAbsent(
                    span.invoke().workload() + " " + span.invoke().key(), key -> new ArrayList<>())
                .add(span));
  }

  void draw(Html page) {
    List<List<Span>> chosen =
        byKey.values().stream()
            .sorted(
                Comparator.comparing((List<Span> key) -> !isSuspect(key))
                    .thenComparing(key -> -key.size()))
            .limit(MOST_KEYS)
            .toList();
    if (byKey.size() > chosen.size()) {
      page.raw("<p class='quiet'>%d of %d keys: those that", chosen.size(), byKey.size());
      page.raw(" a verdict names, then the busiest.</p>\n");
    }
    chosen.forEach(key -> drawKey(page, key));
  }

  private boolean isSuspect(List<Span> key) {
    return suspects.names(key.get(0).invoke().key()) || key.stream().anyMatch(suspects::names);
  }

  private void drawKey(Html page, List<Span> all) {
    List<Span> shown = window(all);
    Map<Integer, Integer> lanes = lanes(shown);
    long from = shown.stream().mapToLong(Span::begin).min().orElse(0);
    long to = shown.stream().mapToLong(Span::end).max().orElse(1);
    int perLane = shown.size() / Math.max(1, lanes.size());
    int wished = TimeAxis.LEFT + (int) (perLane * PIXELS_PER_OPERATION * 2);
    TimeAxis axis = new TimeAxis(from, to, Math.min(MOST_WIDTH, Math.max(USUAL_WIDTH, wished)));
    page.raw("<h3%s>", isSuspect(all) ? " class='bad'" : "");
    page.text(all.get(0).invoke().key()).raw(" <small>").text(all.get(0).invoke().workload());
    page.raw(", %d operations", all.size());
    page.raw(shown.size() < all.size() ? ", of which " + shown.size() + " are drawn" : "");
    page.raw("</small></h3>\n");
    drawLanes(page, axis, shown, lanes);
  }

  /** Consecutive operations, around those that a verdict names. */
  private List<Span> window(List<Span> all) {
    if (all.size() <= MOST_OPERATIONS) {
      return all;
    }
    int named = 0;
    while (named < all.size() && !suspects.names(all.get(named))) {
      named++;
    }
    int centre = named == all.size() ? 0 : named;
    int from = Math.max(0, Math.min(all.size() - MOST_OPERATIONS, centre - MOST_OPERATIONS / 2));
    return all.subList(from, from + MOST_OPERATIONS);
  }

  private static Map<Integer, Integer> lanes(List<Span> spans) {
    Map<Integer, Integer> lanes = new TreeMap<>();
    spans.forEach(span -> lanes.put(span.invoke().process(), 0));
    int[] next = {0};
    lanes.replaceAll((process, lane) -> Math.min(MOST_CLIENTS - 1, next[0]++));
    return lanes;
  }

  private void drawLanes(Html page, TimeAxis axis, List<Span> spans, Map<Integer, Integer> lanes) {
    int bottom = TOP + Math.min(MOST_CLIENTS, lanes.size()) * LANE;
    page.raw(
        "<div class='scroll'><svg class='key' viewBox='0 0 %d %d' ", axis.width(), bottom + 20);
    page.raw("style='min-width:%dpx' role='img' aria-label='Operations'>\n", axis.width() * 3 / 4);
    for (FaultSpan fault : faults) {
      if (fault.endNanos() > axis.from() && fault.beginNanos() < axis.to()) {
        double x = axis.x(fault.beginNanos());
        page.raw("<rect class='shade' x='%.1f' y='%d' ", x, TOP);
        page.raw("width='%.1f' height='%d'>", axis.x(fault.endNanos()) - x, bottom - TOP);
        page.raw("<title>").text(Overview.describe(fault)).raw("</title></rect>\n");
      }
    }
    axis.draw(page, TOP, bottom);
    lanes.forEach(
        (process, lane) ->
            page.raw(
                "<text class='label' x='4' y='%d'>client %d</text>\n",
                TOP + lane * LANE + 10, process));
    spans.forEach(
        span -> drawOperation(page, axis, span, lanes.getOrDefault(span.invoke().process(), 0)));
    page.raw("</svg></div>\n");
  }

  private void drawOperation(Html svg, TimeAxis axis, Span span, int lane) {
    double x = axis.x(span.begin());
    double width = Math.max(1.5, axis.x(span.end()) - x);
    String kind = span.phase() == Phase.OK ? "ok" : span.phase() == Phase.FAIL ? "fail" : "unknown";
    svg.raw(
        "<rect class='op %s%s' x='%.1f' y='%d' width='%.1f' height='%d'><title>",
        kind, suspects.names(span) ? " named" : "", x, TOP + lane * LANE + 2, width, LANE - 4);
    svg.text(describe(span)).raw("</title></rect>\n");
  }

  private static String describe(Span span) {
    return String.format(
        Locale.ROOT,
        "#%d %s %s %.3f s, %.0f ms %s %s",
        span.id(),
        span.invoke().action(),
        span.phase().name().toLowerCase(Locale.ROOT),
        span.begin() / 1e9,
        (span.end() - span.begin()) / 1e6,
        new TreeMap<>(span.invoke().fields()),
        new TreeMap<>(span.completion().fields()));
  }
}
