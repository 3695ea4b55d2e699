package io.tenure.chaos.report;

import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.Arrays;
import java.util.List;

/** How long nobody got an answer, during a fault or right after it. */
final class Silence {

  private final long[] answers;

  Silence(List<Span> spans) {
    answers =
        spans.stream()
            .filter(span -> span.phase() == Phase.OK)
            .mapToLong(Span::end)
            .sorted()
            .toArray();
  }

  /** The longest time without any answer that began before the fault's end, counted from it on. */
  long longestNanos(FaultSpan fault) {
    int next = Arrays.binarySearch(answers, fault.beginNanos());
    next = next < 0 ? -next - 1 : next;
    long last = fault.beginNanos();
    long longest = 0;
    while (next < answers.length && last < fault.endNanos()) {
      longest = Math.max(longest, answers[next] - last);
      last = answers[next];
      next++;
    }
    boolean never = next == answers.length && last < fault.endNanos();
    return never ? Math.max(longest, fault.endNanos() - last) : longest;
  }

  /** The longest of the whole run. */
  long longestNanos() {
    long longest = 0;
    for (int i = 1; i < answers.length; i++) {
      longest = Math.max(longest, answers[i] - answers[i - 1]);
    }
    return longest;
  }
}
