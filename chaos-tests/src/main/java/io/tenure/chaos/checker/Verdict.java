package io.tenure.chaos.checker;

import java.util.List;

/**
 * What one checker found.
 *
 * @param summary one line, with how much was judged
 * @param details what broke the promise, one line each with the operations' ids; at most {@link
 *     #MAX_DETAILS}
 */
public record Verdict(String checker, CheckOutcome outcome, String summary, List<String> details) {

  public static final int MAX_DETAILS = 20;

  public Verdict {
    details = List.copyOf(details.subList(0, Math.min(details.size(), MAX_DETAILS)));
  }

  public boolean isValid() {
    return outcome == CheckOutcome.VALID;
  }
}
