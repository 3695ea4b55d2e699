package io.tenure.chaos.checker;

import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * The side with a majority goes on, the side without one refuses.
 *
 * <p><b>Goes on</b>: whenever a majority of the nodes ran and could reach each other for longer
 * than the time to recover, some request was answered within that time. Time under faults that are
 * not known to leave a majority is not judged.
 *
 * <p><b>Refuses</b>: a node that was cut off from the majority, and asked after a bound, has
 * answered nothing but 503, and has answered those who waited for it: a client that is told can go
 * elsewhere. Local reads are not part of this. What was asked before the end of the cut and
 * answered after it proves nothing.
 *
 * <p><b>Is not disturbed</b>: while something happened that clients must not notice, no request
 * failed. Streams of events do not count, since one that tells nothing is no failure.
 */
final class AvailabilityChecker implements Checker {

  private static final int ENOUGH = 5;
  private static final String REFUSAL = "503";
  private static final String GRPC_REFUSAL = "UNAVAILABLE";

  @Override
  public String name() {
    return "availability";
  }

  @Override
  public Verdict check(Evidence evidence) {
    Findings findings = new Findings();
    List<Span> asked =
        evidence.history().spans().stream()
            .filter(span -> span.text(Field.NODE).isPresent() && !span.flag(Field.LOCAL))
            .toList();
    long judged = judgeMajority(asked, evidence, findings);
    int refused = 0;
    for (FaultSpan fault : evidence.faults()) {
      for (String node : new TreeSet<>(fault.cutOff())) {
        refused += judgeMinority(fault, node, asked, evidence, findings);
      }
      if (fault.unnoticed()) {
        judgeUndisturbed(fault, asked, findings);
      }
    }
    return findings.verdict(
        name(),
        String.format(
            "%,d s with a majority, %,d requests to nodes without one",
            TimeUnit.NANOSECONDS.toSeconds(judged), refused));
  }

  private static long judgeMajority(List<Span> asked, Evidence evidence, Findings findings) {
    long[] answers = asked.stream().filter(Span::isOk).mapToLong(Span::end).sorted().toArray();
    long judged = 0;
    for (Interval interval : withMajority(asked, evidence)) {
      judged += interval.to - interval.from;
      judge(interval, answers, evidence.tolerance().recovery().toNanos(), findings);
    }
    return judged;
  }

  private static void judge(Interval interval, long[] answers, long longest, Findings findings) {
    long last = interval.from;
    int place = Arrays.binarySearch(answers, interval.from);
    for (int i = place < 0 ? -place - 1 : place;
        i < answers.length && answers[i] <= interval.to;
        i++) {
      silence(last, answers[i], longest, findings);
      last = answers[i];
    }
    silence(last, interval.to, longest, findings);
  }

  private static void silence(long from, long to, long longest, Findings findings) {
    if (to - from > longest) {
      findings.broken(
          String.format(
              "nothing was answered for %,d ms from %,d ms on, with a majority together",
              millis(to - from), millis(from)));
    }
  }

  /** From the first request to the last one's beginning, without the time of graver faults. */
  private static List<Interval> withMajority(List<Span> asked, Evidence evidence) {
    List<Interval> intervals = new ArrayList<>();
    if (asked.isEmpty()) {
      return intervals;
    }
    long from = asked.get(0).begin();
    long end = asked.get(asked.size() - 1).begin();
    List<FaultSpan> grave =
        evidence.faults().stream()
            .filter(fault -> !fault.quorum())
            .sorted(Comparator.comparingLong(FaultSpan::beginNanos))
            .toList();
    for (FaultSpan fault : grave) {
      if (fault.beginNanos() > from) {
        intervals.add(new Interval(from, Math.min(end, fault.beginNanos())));
      }
      from = Math.max(from, fault.endNanos());
    }
    intervals.add(new Interval(from, end));
    return intervals.stream().filter(interval -> interval.from < interval.to).toList();
  }

  private static int judgeMinority(
      FaultSpan fault, String node, List<Span> asked, Evidence evidence, Findings findings) {
    long from = fault.beginNanos() + evidence.tolerance().refusal().toNanos();
    List<Span> during =
        asked.stream()
            .filter(span -> span.begin() >= from && span.end() <= fault.endNanos())
            .filter(span -> span.text(Field.NODE).orElse("").equals(node))
            .toList();
    Optional<Span> served = during.stream().filter(Span::isOk).findFirst();
    served.ifPresent(
        span -> findings.broken(node + " served without a majority, during " + fault, span));
    List<Span> waited = during.stream().filter(AvailabilityChecker::hasWaited).toList();
    boolean refused = waited.stream().anyMatch(AvailabilityChecker::isRefusal);
    if (waited.size() >= ENOUGH && !refused && served.isEmpty()) {
      findings.broken(
          node
              + " told none of "
              + waited.size()
              + " clients that it cannot serve, during "
              + fault,
          waited.get(0));
    }
    return during.size();
  }

  private static void judgeUndisturbed(FaultSpan fault, List<Span> asked, Findings findings) {
    List<Span> failed =
        asked.stream()
            .filter(span -> span.begin() >= fault.beginNanos() && span.end() <= fault.endNanos())
            .filter(span -> !span.isOk() && !span.action().equals(EventsChecker.WATCH))
            .filter(span -> !span.text(Field.REASON).orElse("").equals(Field.HUNG_UP))
            .toList();
    if (!failed.isEmpty()) {
      findings.broken(
          failed.size()
              + " requests failed during "
              + fault.fault()
              + ", which nobody should notice",
          failed.get(0));
    }
  }

  /** Who hangs up, or finds nobody to ask, can be told nothing. */
  private static boolean hasWaited(Span span) {
    String reason = span.text(Field.REASON).orElse("");
    return !reason.equals(Field.HUNG_UP) && !reason.startsWith(Field.NOT_SENT);
  }

  private static boolean isRefusal(Span span) {
    String code = span.text(Field.CODE).orElse("");
    return span.phase() != Phase.OK && (code.equals(REFUSAL) || code.equals(GRPC_REFUSAL));
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  private record Interval(long from, long to) {}
}
