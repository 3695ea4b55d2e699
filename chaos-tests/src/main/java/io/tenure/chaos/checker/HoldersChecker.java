package io.tenure.chaos.checker;

import io.tenure.chaos.checker.Holds.Hold;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** No two clients believe at one time that they hold the same thing. */
final class HoldersChecker implements Checker {

  @Override
  public String name() {
    return "one holder";
  }

  @Override
  public Verdict check(Evidence evidence) {
    Findings findings = new Findings();
    List<Hold> holds = Holds.in(evidence.history(), evidence.tolerance().clockRate());
    Map<String, Hold> longest = new HashMap<>();
    for (Hold hold : holds) {
      Hold before = longest.get(hold.key());
      if (before != null && hold.from() < before.until()) {
        findings.broken(
            String.format(
                "%s: %s and %s both held it for %,d ms",
                hold.key(),
                before.holder(),
                hold.holder(),
                (Math.min(before.until(), hold.until()) - hold.from()) / 1_000_000),
            before.grant(),
            hold.grant());
      }
      if (before == null || before.until() < hold.until()) {
        longest.put(hold.key(), hold);
      }
    }
    return findings.verdict(
        name(), String.format("%,d holds of %,d keys", holds.size(), longest.size()));
  }
}
