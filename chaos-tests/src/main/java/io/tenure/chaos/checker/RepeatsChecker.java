package io.tenure.chaos.checker;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A request that is repeated with its {@code Idempotency-Key} is carried out once and answered
 * alike each time; and no wish, repeated or not, leads to two claims, and no claim comes from
 * nobody.
 */
final class RepeatsChecker implements Checker {

  @Override
  public String name() {
    return "repeats";
  }

  @Override
  public Verdict check(Evidence evidence) {
    Findings findings = new Findings();
    Map<String, List<Span>> byRequest = new TreeMap<>();
    for (Span span : evidence.history().spans()) {
      span.text(Field.REQUEST_KEY)
          .ifPresent(key -> byRequest.computeIfAbsent(key, k -> new ArrayList<>()).add(span));
    }
    byRequest.values().forEach(attempts -> judge(attempts, findings));
    int claims = judgeCensus(evidence, findings);
    long repeated = byRequest.values().stream().filter(attempts -> attempts.size() > 1).count();
    return findings.verdict(
        name(), String.format("%,d repeated requests, %,d claims at the end", repeated, claims));
  }

  private static void judge(List<Span> attempts, Findings findings) {
    List<Span> answered = attempts.stream().filter(Span::isOk).toList();
    for (Span span : answered) {
      Span first = answered.get(0);
      if (!answer(first).equals(answer(span))) {
        findings.broken("a repeated request got another answer", first, span);
        return;
      }
    }
  }

  private static List<String> answer(Span span) {
    return List.of(
        span.text(Field.CODE).orElse(""),
        span.text(Field.CLAIM).orElse(""),
        span.text(Field.TOKEN).orElse(""));
  }

  private static int judgeCensus(Evidence evidence, Findings findings) {
    Set<String> wishes =
        evidence.history().spans().stream()
            .filter(span -> span.action().equals(ClaimStory.FILE))
            .flatMap(span -> span.text(Field.MARKER).stream())
            .collect(Collectors.toSet());
    Census census = Census.of(evidence.history());
    Map<String, Census.Entry> seen = new HashMap<>();
    for (Census.Entry entry : census.entries()) {
      if (!wishes.contains(entry.marker())) {
        findings.broken("claim " + entry.claim() + " was filed by nobody: " + entry.marker());
      }
      Census.Entry other = seen.putIfAbsent(entry.marker(), entry);
      if (other != null && other.claim() != entry.claim()) {
        findings.broken(
            "one wish has two claims, " + other.claim() + " and " + entry.claim(),
            attempts(evidence, entry.marker()));
      }
    }
    return census.entries().size();
  }

  private static Object[] attempts(Evidence evidence, String marker) {
    return evidence.history().spans().stream()
        .filter(span -> span.action().equals(ClaimStory.FILE))
        .filter(span -> span.text(Field.MARKER).orElse("").equals(marker))
        .toArray();
  }
}
