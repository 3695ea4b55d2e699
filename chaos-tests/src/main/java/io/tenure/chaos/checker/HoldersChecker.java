package io.tenure.chaos.checker;

import io.tenure.chaos.checker.Holds.Hold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * No two clients believe at one time that they hold the same thing, and nobody is shown another's
 * claim as active as long as one believes that.
 */
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
    judgeSightings(evidence, holds, findings);
    return findings.verdict(
        name(), String.format("%,d holds of %,d keys", holds.size(), longest.size()));
  }

  private static void judgeSightings(Evidence evidence, List<Hold> holds, Findings findings) {
    Map<String, List<Hold>> byKey = new HashMap<>();
    holds.forEach(hold -> byKey.computeIfAbsent(hold.key(), key -> new ArrayList<>()).add(hold));
    for (ClaimStory story : ClaimStory.all(evidence.history())) {
      String holder = Holds.holder(story);
      story
          .answers()
          .filter(span -> ClaimStory.showsActive(span) && ClaimStory.isOfNow(span))
          .forEach(
              seen ->
                  byKey.getOrDefault(Holds.key(seen), List.of()).stream()
                      .filter(hold -> !hold.holder().equals(holder))
                      .filter(hold -> hold.from() < seen.begin() && seen.end() < hold.until())
                      .findFirst()
                      .ifPresent(
                          hold ->
                              findings.broken(
                                  holder + " is active while " + hold.holder() + " holds it",
                                  hold.grant(),
                                  seen)));
    }
  }
}
