package io.tenure.chaos.report;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.Arrays;
import java.util.List;

/** The run in equal pieces of at least a second: how many ended how, and how long they took. */
final class Buckets {

  private static final int MOST = 900;
  private static final long SECOND = 1_000_000_000;

  private final long from;
  private final long size;
  private final long[][] counts;
  private final double[] medianMillis;
  private final double[] p99Millis;

  Buckets(List<Span> spans, long from, long to) {
    this.from = from;
    long seconds = Math.max(1, (to - from + SECOND - 1) / SECOND);
    size = (seconds + MOST - 1) / MOST * SECOND;
    int number = (int) ((seconds * SECOND + size - 1) / size);
    counts = new long[number][Phase.values().length];
    long[][] took = new long[number][];
    spans.stream()
        .filter(span -> !span.isHungUp())
        .forEach(span -> counts[place(span)][span.phase().ordinal()]++);
    for (int i = 0; i < number; i++) {
      took[i] = new long[(int) counts[i][Phase.OK.ordinal()]];
    }
    int[] filled = new int[number];
    spans.stream()
        .filter(
            span ->
                span.phase() == Phase.OK && !span.invoke().fields().containsKey(Field.WAIT_MILLIS))
        .forEach(span -> took[place(span)][filled[place(span)]++] = span.end() - span.begin());
    for (int i = 0; i < number; i++) {
      took[i] = Arrays.copyOf(took[i], filled[i]);
    }
    medianMillis = percentiles(took, 0.5);
    p99Millis = percentiles(took, 0.99);
  }

  private int place(Span span) {
    return (int) Math.min(counts.length - 1L, Math.max(0, (span.end() - from) / size));
  }

  private static double[] percentiles(long[][] took, double rank) {
    double[] millis = new double[took.length];
    for (int i = 0; i < took.length; i++) {
      Arrays.sort(took[i]);
      int place = (int) Math.ceil(rank * took[i].length) - 1;
      millis[i] = took[i].length == 0 ? Double.NaN : took[i][Math.max(0, place)] / 1e6;
    }
    return millis;
  }

  int number() {
    return counts.length;
  }

  long begin(int bucket) {
    return from + bucket * size;
  }

  long end(int bucket) {
    return from + (bucket + 1) * size;
  }

  double perSecond(int bucket, Phase phase) {
    return counts[bucket][phase.ordinal()] / (size / (double) SECOND);
  }

  /** Not a number where nothing was answered. */
  double medianMillis(int bucket) {
    return medianMillis[bucket];
  }

  double p99Millis(int bucket) {
    return p99Millis[bucket];
  }
}
