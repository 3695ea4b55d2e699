package io.tenure.chaos.report;

import java.util.Locale;

/** Where a moment of the run is on a drawing, from left to right. */
final class TimeAxis {

  static final int LEFT = 150;

  private static final int RIGHT = 16;
  private static final double NANOS = 1e9;
  private static final int[] STEPS_SECONDS = {
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800
  };

  private final long from;
  private final long to;
  private final int width;

  TimeAxis(long from, long to, int width) {
    this.from = from;
    this.to = Math.max(to, from + 1);
    this.width = width;
  }

  int width() {
    return width;
  }

  long from() {
    return from;
  }

  long to() {
    return to;
  }

  int right() {
    return width - RIGHT;
  }

  double x(long nanos) {
    double share = (double) (Math.min(to, Math.max(from, nanos)) - from) / (to - from);
    return LEFT + share * (right() - LEFT);
  }

  /** Lines and their times, at round distances. */
  void draw(Html svg, int top, int bottom) {
    double seconds = (to - from) / NANOS;
    int step = STEPS_SECONDS[STEPS_SECONDS.length - 1];
    for (int each : STEPS_SECONDS) {
      if (seconds / each <= (right() - LEFT) / 70.0) {
        step = each;
        break;
      }
    }
    long first = (long) Math.ceil(from / NANOS / step) * step;
    for (long at = first; at * NANOS <= to; at += step) {
      double x = x((long) (at * NANOS));
      svg.raw("<path class='grid' d='M%.1f %dV%d'/>", x, top, bottom);
      svg.raw("<text class='tick' x='%.1f' y='%d'>%s</text>\n", x, bottom + 13, clock(at));
    }
  }

  /** As minutes and seconds, or as hours when it comes to that. */
  static String clock(long seconds) {
    return seconds < 3600
        ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
        : String.format(
            Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
}
