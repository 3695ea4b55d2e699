package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.OWNER;
import static io.tenure.chaos.history.Field.TOKEN;

import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.history.History;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A grant has a larger token than every grant, of whatever key, that was known before it was asked
 * for; no two grants have the same; and one grant always shows the same.
 */
final class TokensChecker implements Checker {

  @Override
  public String name() {
    return "fencing tokens";
  }

  /** A grant took place after {@code after}, and was known at {@code known}. */
  private record Grant(String what, long token, long after, Span known) {}

  @Override
  public Verdict check(Evidence evidence) {
    Findings findings = new Findings();
    List<Grant> grants = new ArrayList<>();
    for (ClaimStory story : ClaimStory.all(evidence.history())) {
      sameToken(story, findings);
      grantOf(story).ifPresent(grants::add);
    }
    grants.addAll(locks(evidence.history()));
    neverTwice(grants, findings);
    alwaysLarger(grants, findings);
    return findings.verdict(name(), String.format("%,d grants", grants.size()));
  }

  private static Optional<Grant> grantOf(ClaimStory story) {
    return story
        .answers()
        .filter(span -> span.number(TOKEN).isPresent())
        .min(Comparator.comparingLong(Span::end))
        .map(
            known ->
                new Grant(
                    story.toString(),
                    known.number(TOKEN).orElseThrow(),
                    story.filedAfter(),
                    known));
  }

  /**
   * Who locks again as the owner is told the token that it has. That is no second grant; and if the
   * lock before had no answer, that one may have been the grant.
   */
  private static List<Grant> locks(History history) {
    Map<String, Long> unanswered = new HashMap<>();
    Map<String, Grant> firsts = new HashMap<>();
    for (Span span : history.spans()) {
      if (!span.action().equals(LeaseModel.LOCK)) {
        continue;
      }
      String what = "client " + span.process() + " on " + span.key();
      if (span.phase() == Phase.UNKNOWN && span.text(OWNER).isPresent()) {
        unanswered.putIfAbsent(what, span.begin());
      } else if (span.is(LeaseModel.LOCK, Result.GRANTED)) {
        long token = span.number(TOKEN).orElse(-1);
        long after = unanswered.getOrDefault(what, span.begin());
        firsts.putIfAbsent(what + " " + token, new Grant(what, token, after, span));
      }
    }
    return List.copyOf(firsts.values());
  }

  private static void sameToken(ClaimStory story, Findings findings) {
    @Nullable Span first = null;
    for (Span span : story.spans()) {
      if (!span.isOk() || span.number(TOKEN).isEmpty()) {
        continue;
      }
      if (first != null && !first.number(TOKEN).equals(span.number(TOKEN))) {
        findings.broken(story + " showed two tokens", first, span);
        return;
      }
      first = first == null ? span : first;
    }
  }

  private static void neverTwice(List<Grant> grants, Findings findings) {
    Map<Long, Grant> byToken = new HashMap<>();
    for (Grant grant : grants) {
      Grant other = byToken.putIfAbsent(grant.token, grant);
      if (other != null) {
        findings.broken(
            "token " + grant.token + " was given to " + other.what + " and to " + grant.what,
            other.known,
            grant.known);
      }
    }
  }

  private static void alwaysLarger(List<Grant> grants, Findings findings) {
    List<Grant> byBegin = new ArrayList<>(grants);
    byBegin.sort(Comparator.comparingLong(Grant::after));
    List<Grant> byKnown = new ArrayList<>(grants);
    byKnown.sort(Comparator.comparingLong(grant -> grant.known.end()));
    @Nullable Grant largest = null;
    int next = 0;
    for (Grant grant : byBegin) {
      while (next < byKnown.size() && byKnown.get(next).known.end() < grant.after) {
        Grant known = byKnown.get(next++);
        largest = largest == null || known.token > largest.token ? known : largest;
      }
      if (largest != null && grant.token < largest.token) {
        findings.broken(
            "a later grant has a smaller token: " + grant.token + " after " + largest.token,
            largest.known,
            grant.known);
      }
    }
  }
}
