package io.tenure.chaos.checker;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A thing that takes writes only with a token as large as the largest that it has seen never had to
 * refuse one from a client that believed to hold the lease when it wrote.
 */
final class RegisterChecker implements Checker {

  static final String WRITE = "write";

  @Override
  public String name() {
    return "protected register";
  }

  @Override
  public Verdict check(Evidence evidence) {
    Findings findings = new Findings();
    Map<String, List<Span>> registers = new TreeMap<>();
    for (Span span : evidence.history().spans()) {
      if (span.is(WRITE, Result.TAKEN) || span.is(WRITE, Result.REFUSED)) {
        registers.computeIfAbsent(span.key(), key -> new ArrayList<>()).add(span);
      }
    }
    int writes = 0;
    for (List<Span> each : registers.values()) {
      List<Span> believed =
          each.stream().filter(write -> isBelieved(write, evidence.tolerance())).toList();
      writes += believed.size();
      judge(believed, findings);
    }
    return findings.verdict(
        name(), String.format("%,d writes to %,d registers", writes, registers.size()));
  }

  private static void judge(List<Span> writes, Findings findings) {
    List<Span> inOrder = new ArrayList<>(writes);
    inOrder.sort(Comparator.comparingLong(span -> span.number(Field.SEQUENCE).orElse(0)));
    @Nullable Span largest = null;
    for (Span write : inOrder) {
      boolean smaller = largest != null && token(write) < token(largest);
      if (largest != null && smaller) {
        findings.broken("a holder wrote with an older token", largest, write);
      }
      largest = smaller ? largest : write;
    }
  }

  /** Where clocks may run fast, holders must stop the earlier. */
  private static boolean isBelieved(Span write, Tolerance tolerance) {
    double left = write.number(Field.LEFT_NANOS).orElse(Long.MAX_VALUE) / tolerance.clockRate();
    return write.begin() < write.number(Field.ASKED_NANOS).orElse(0) + left;
  }

  private static long token(Span write) {
    return write.number(Field.TOKEN).orElse(-1);
  }
}
