package io.tenure.chaos.report;

import io.tenure.chaos.checker.CheckOutcome;
import io.tenure.chaos.checker.Verdict;
import io.tenure.chaos.history.Span;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The operations and keys that the verdicts name. */
final class Suspects {

  private static final Pattern OPERATION = Pattern.compile("#(\\d{1,18})");

  private final Set<Long> operations = new HashSet<>();
  private final StringBuilder words = new StringBuilder();

  Suspects(List<Verdict> verdicts) {
    for (Verdict verdict : verdicts) {
      if (verdict.outcome() != CheckOutcome.VALID) {
        verdict.details().forEach(this::read);
      }
    }
  }

  private void read(String detail) {
    Matcher matcher = OPERATION.matcher(detail);
    while (matcher.find()) {
      operations.add(Long.valueOf(matcher.group(1)));
    }
    words.append(' ').append(detail.replaceAll("[^A-Za-z0-9/_.-]", " ")).append(' ');
  }

  boolean names(Span span) {
    return operations.contains(span.id());
  }

  boolean names(String key) {
    return words.indexOf(" " + key + " ") >= 0;
  }
}
