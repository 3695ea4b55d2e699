package io.tenure.chaos.checker;

import java.util.ArrayList;
import java.util.List;

/** What a checker comes across on its way to a verdict. */
final class Findings {

  private final List<String> broken = new ArrayList<>();
  private final List<String> doubtful = new ArrayList<>();
  private int brokenInAll;

  /** The promise was broken; the line names the operations. */
  void broken(String line, Object... details) {
    brokenInAll++;
    add(broken, line, details);
  }

  /** Something could not be judged. */
  void doubtful(String line, Object... details) {
    add(doubtful, line, details);
  }

  Verdict verdict(String checker, String judged) {
    if (brokenInAll > 0) {
      String summary = "broken " + brokenInAll + (brokenInAll == 1 ? " time" : " times");
      return new Verdict(checker, CheckOutcome.INVALID, summary + "; " + judged, broken);
    }
    return doubtful.isEmpty()
        ? new Verdict(checker, CheckOutcome.VALID, judged, List.of())
        : new Verdict(checker, CheckOutcome.UNKNOWN, "cannot be judged; " + judged, doubtful);
  }

  private static void add(List<String> lines, String line, Object... details) {
    if (lines.size() < Verdict.MAX_DETAILS) {
      StringBuilder text = new StringBuilder(line);
      for (Object detail : details) {
        text.append("\n    ").append(detail);
      }
      lines.add(text.toString());
    }
  }
}
