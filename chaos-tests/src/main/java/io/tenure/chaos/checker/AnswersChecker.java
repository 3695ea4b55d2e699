package io.tenure.chaos.checker;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every answer is one that the dialect's documents allow, and something was answered at all: a run
 * in which nothing succeeded proves nothing, whatever the other checkers say.
 */
final class AnswersChecker implements Checker {

  @Override
  public String name() {
    return "answers";
  }

  @Override
  public Verdict check(Evidence evidence) {
    Findings findings = new Findings();
    List<Span> spans = evidence.history().spans();
    spans.stream()
        .filter(span -> span.hasResult(Result.ODD))
        .forEach(span -> findings.broken("an answer that should not be", span));
    Map<String, Boolean> succeeded = new TreeMap<>();
    for (Span span : spans) {
      succeeded.merge(span.workload(), succeeds(span), Boolean::logicalOr);
    }
    if (succeeded.isEmpty()) {
      findings.doubtful("nothing was asked");
    }
    succeeded.forEach(
        (workload, any) -> {
          if (!any) {
            findings.doubtful("nothing of the workload " + workload + " succeeded");
          }
        });
    return findings.verdict(name(), summary(spans));
  }

  private static boolean succeeds(Span span) {
    return span.isOk() && span.text(Field.RESULT).isPresent();
  }

  private static String summary(List<Span> spans) {
    return String.format(
        "%,d operations: %,d answered, %,d surely without effect, %,d unknown",
        spans.size(),
        count(spans, Phase.OK),
        count(spans, Phase.FAIL),
        count(spans, Phase.UNKNOWN));
  }

  private static long count(List<Span> spans, Phase phase) {
    return spans.stream().filter(span -> span.phase() == phase).count();
  }
}
