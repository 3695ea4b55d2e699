package io.tenure.chaos.checker;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.Collection;
import java.util.OptionalLong;

/**
 * Nothing acknowledged is lost. At the end every claim that a client was told of is there, is the
 * one that was filed, has the token that was told, has ended if its end was acknowledged, and has
 * not ended, unless by its ttl, if nobody asked for that.
 */
final class DurabilityChecker implements Checker {

  @Override
  public String name() {
    return "nothing lost";
  }

  @Override
  public Verdict check(Evidence evidence) {
    Findings findings = new Findings();
    Census census = Census.of(evidence.history());
    Collection<ClaimStory> stories = ClaimStory.all(evidence.history());
    for (ClaimStory story : stories) {
      if (!census.covers(story.key())) {
        findings.doubtful(story + " was not looked for at the end", story.filed().orElseThrow());
      } else if (census.entry(story.claim()).isEmpty()) {
        findings.broken(story + " is lost", story.filed().orElseThrow());
      } else {
        judge(story, census.entry(story.claim()).get(), findings);
      }
    }
    return findings.verdict(name(), String.format("%,d acknowledged claims", stories.size()));
  }

  private static void judge(ClaimStory story, Census.Entry last, Findings findings) {
    Span filed = story.filed().orElseThrow();
    if (!filed.text(Field.MARKER).orElse("").equals(last.marker())) {
      findings.broken(story + " is another's at the end: " + last.marker(), filed);
    }
    OptionalLong token = story.token();
    if (token.isPresent() && !token.equals(last.token())) {
      findings.broken(story + " has another token at the end: " + last.token(), filed);
    }
    if (token.isPresent() && last.status().equals("waiting")) {
      findings.broken(story + " was active, and waits at the end", filed);
    }
    judgeEnding(story, last.status(), findings);
  }

  private static void judgeEnding(ClaimStory story, String status, Findings findings) {
    story
        .endings()
        .filter(span -> span.is(ClaimStory.END, Result.ENDED))
        .filter(span -> !span.text(Field.ENDING).orElse("").equals(status))
        .findFirst()
        .ifPresent(span -> findings.broken(story + " is " + status + " at the end", span));
    boolean byRequest =
        switch (status) {
          case "released", "withdrawn", "aborted", "revoked" -> true;
          default -> false;
        };
    boolean asked =
        story.spans().stream()
            .filter(span -> span.action().equals(ClaimStory.END) && span.phase() != Phase.FAIL)
            .anyMatch(span -> span.text(Field.ENDING).orElse("").equals(status));
    if (byRequest && !asked) {
      findings.broken(
          story + " is " + status + " at the end, and nobody asked for it",
          story.filed().orElseThrow());
    }
  }
}
