package io.tenure.chaos.report;

import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.Phase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/** The whole run in one drawing: faults, answers and latency under one another, on one time. */
final class Overview {

  private static final int LANE = 17;
  private static final int TOP = 8;
  private static final int GAP = 34;
  private static final int PANEL = 130;
  private static final int STRIP = 50;
  private static final double[] ROUND = {1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10};
  private static final double MOST_MILLIS = 10_000;

  private final TimeAxis axis;
  private final Buckets buckets;
  private final Map<String, List<FaultSpan>> lanes = new LinkedHashMap<>();
  private final List<FaultSpan> faults;

  Overview(TimeAxis axis, Buckets buckets, List<FaultSpan> faults) {
    this.axis = axis;
    this.buckets = buckets;
    this.faults = faults;
    faults.forEach(
        fault -> lanes.computeIfAbsent(fault.fault(), name -> new ArrayList<>()).add(fault));
  }

  void draw(Html page) {
    int rates = TOP + Math.max(1, lanes.size()) * LANE + GAP;
    int shares = rates + PANEL + GAP;
    int latency = shares + STRIP + GAP;
    int bottom = latency + PANEL;
    page.raw(
        "<div class='scroll'><svg class='overview' viewBox='0 0 %d %d' ",
        axis.width(), bottom + 20);
    page.raw("role='img' aria-label='Faults, answers and latency over time'>\n");
    shade(page, bottom);
    drawLanes(page, rates - GAP);
    drawRates(page, rates);
    drawShares(page, shares);
    drawLatency(page, latency);
    page.raw("</svg></div>\n");
  }

  /** Each fault through all panels, so that the eye finds what it led to. */
  private void shade(Html svg, int bottom) {
    for (FaultSpan fault : faults) {
      double x = axis.x(fault.beginNanos());
      double width = Math.max(1, axis.x(fault.endNanos()) - x);
      svg.raw(
          "<rect class='shade' x='%.1f' y='%d' width='%.1f' height='%d'/>\n",
          x, TOP, width, bottom - TOP);
    }
  }

  private void drawLanes(Html svg, int bottom) {
    axis.draw(svg, TOP, bottom);
    if (lanes.isEmpty()) {
      label(svg, TOP + 12, "no faults");
    }
    int y = TOP;
    for (Map.Entry<String, List<FaultSpan>> lane : lanes.entrySet()) {
      label(svg, y + 12, lane.getKey());
      for (FaultSpan fault : lane.getValue()) {
        drawFault(svg, fault, y);
      }
      y += LANE;
    }
  }

  private void drawFault(Html svg, FaultSpan fault, int y) {
    double x = axis.x(fault.beginNanos());
    double width = Math.max(3, axis.x(fault.endNanos()) - x);
    svg.raw(
        "<rect class='fault' x='%.1f' y='%d' width='%.1f' height='%d' rx='2'><title>",
        x, y + 3, width, LANE - 5);
    svg.text(describe(fault)).raw("</title></rect>\n");
  }

  static String describe(FaultSpan fault) {
    double from = fault.beginNanos() / 1e9;
    double to = fault.endNanos() / 1e9;
    String when = String.format(Locale.ROOT, "%.1f s to %.1f s", from, to);
    return fault.fault() + " " + fault.target() + ", " + when + " " + fault.detail();
  }

  private void drawRates(Html svg, int top) {
    double most = 1;
    for (int i = 0; i < buckets.number(); i++) {
      most = Math.max(most, total(i));
    }
    most = roundUp(most);
    int bottom = top + PANEL;
    label(svg, top + 12, "answers per second");
    axis.draw(svg, top, bottom);
    for (int part = 0; part <= 2; part++) {
      double y = bottom - part * PANEL / 2.0;
      level(svg, y, String.format(Locale.ROOT, "%.0f", most * part / 2));
    }
    double scale = PANEL / most;
    IntToDoubleFunction unknown = i -> buckets.perSecond(i, Phase.UNKNOWN);
    IntToDoubleFunction failed = i -> unknown.applyAsDouble(i) + buckets.perSecond(i, Phase.FAIL);
    area(svg, "ok", i -> bottom - scale * total(i), bottom);
    area(svg, "fail", i -> bottom - scale * failed.applyAsDouble(i), bottom);
    area(svg, "unknown", i -> bottom - scale * unknown.applyAsDouble(i), bottom);
  }

  /** How many of those that ended were answered; a gap where nothing ended. */
  private void drawShares(Html svg, int top) {
    int bottom = top + STRIP;
    label(svg, top + 12, "availability");
    axis.draw(svg, top, bottom);
    level(svg, bottom, "0 %");
    level(svg, top, "100 %");
    area(svg, "ok", i -> bottom - STRIP * share(i), bottom);
  }

  private double share(int bucket) {
    return total(bucket) == 0 ? 0 : buckets.perSecond(bucket, Phase.OK) / total(bucket);
  }

  private double total(int bucket) {
    return buckets.perSecond(bucket, Phase.OK)
        + buckets.perSecond(bucket, Phase.FAIL)
        + buckets.perSecond(bucket, Phase.UNKNOWN);
  }

  /** Steps, since each value holds for its whole piece of time. */
  private void area(Html svg, String name, IntToDoubleFunction y, int bottom) {
    svg.raw("<path class='area %s' d='M%.1f %d", name, axis.x(buckets.begin(0)), bottom);
    for (int i = 0; i < buckets.number(); i++) {
      svg.raw("V%.1fH%.1f", y.applyAsDouble(i), axis.x(buckets.end(i)));
    }
    svg.raw("V%dZ'/>\n", bottom);
  }

  private void drawLatency(Html svg, int top) {
    int bottom = top + PANEL;
    label(svg, top + 12, "latency");
    axis.draw(svg, top, bottom);
    for (double millis = 1; millis <= MOST_MILLIS; millis *= 10) {
      String text =
          millis < 1000
              ? String.format(Locale.ROOT, "%.0f ms", millis)
              : String.format(Locale.ROOT, "%.0f s", millis / 1000);
      level(svg, bottom - height(millis), text);
    }
    line(svg, "p99", i -> buckets.p99Millis(i), bottom);
    line(svg, "p50", i -> buckets.medianMillis(i), bottom);
  }

  /** Each tenfold is as high as the next. */
  private static double height(double millis) {
    double share = Math.log10(Math.max(1, Math.min(MOST_MILLIS, millis))) / Math.log10(MOST_MILLIS);
    return share * PANEL;
  }

  private void line(Html svg, String name, IntToDoubleFunction millis, int bottom) {
    svg.raw("<path class='line %s' d='", name);
    boolean broken = true;
    for (int i = 0; i < buckets.number(); i++) {
      double value = millis.applyAsDouble(i);
      if (!Double.isNaN(value)) {
        double x = axis.x((buckets.begin(i) + buckets.end(i)) / 2);
        svg.raw("%s%.1f %.1f", broken ? "M" : "L", x, bottom - height(value));
        svg.raw(broken ? "h.5" : "");
      }
      broken = Double.isNaN(value);
    }
    svg.raw("'/>\n");
  }

  private void level(Html svg, double y, String text) {
    svg.raw("<path class='grid' d='M%d %.1fH%d'/>", TimeAxis.LEFT, y, axis.right());
    svg.raw("<text class='level' x='%d' y='%.1f'>%s</text>\n", TimeAxis.LEFT - 5, y + 3.5, text);
  }

  private static void label(Html svg, int y, String text) {
    svg.raw("<text class='label' x='4' y='%d'>", y).text(text).raw("</text>\n");
  }

  private static double roundUp(double most) {
    double unit = Math.pow(10, Math.floor(Math.log10(most)));
    for (double each : ROUND) {
      if (each * unit >= most) {
        return Math.max(2, each * unit);
      }
    }
    return most;
  }
}
