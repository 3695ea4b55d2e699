package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.REPLAYED;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request that is repeated with its {@code Idempotency-Key}, by whomever, is carried out once. An
 * answer that is given again is either the first one, to the last field, or it is marked as a
 * repetition and shows the same claim as it is now (which {@code reads}, {@code expiry} and {@code
 * linearizability} judge as they judge a read). And no wish, repeated or not, leads to two claims,
 * and no claim comes from nobody.
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
    boolean marks = evidence.history().spans().stream().anyMatch(span -> span.flag(REPLAYED));
    byRequest.values().forEach(attempts -> judge(attempts, marks, findings));
    int claims = judgeCensus(evidence, findings);
    long repeated = byRequest.values().stream().filter(attempts -> attempts.size() > 1).count();
    return findings.verdict(
        name(), String.format("%,d repeated requests, %,d claims at the end", repeated, claims));
  }

  private static void judge(List<Span> attempts, boolean marks, Findings findings) {
    List<Span> answered = attempts.stream().filter(Span::isOk).toList();
    List<Span> plain = answered.stream().filter(span -> !span.flag(REPLAYED)).toList();
    for (Span span : plain) {
      if (!answer(plain.get(0)).equals(answer(span))) {
        findings.broken("a repeated request got another answer", plain.get(0), span);
        return;
      }
    }
    for (Span span : answered) {
      if (!claim(answered.get(0)).equals(claim(span))) {
        findings.broken("a repeated request got another claim", answered.get(0), span);
        return;
      }
    }
    if (marks) {
      judgeMarks(answered, findings);
    }
  }

  /** What was sent after an answer had come is a repetition, and must say so. */
  private static void judgeMarks(List<Span> answered, Findings findings) {
    for (Span span : answered) {
      Optional<Span> before =
          answered.stream().filter(other -> other.end() < span.begin()).findFirst();
      if (before.isPresent() && !span.flag(REPLAYED)) {
        findings.broken("a repetition is not marked as one", before.get(), span);
        return;
      }
      Optional<Span> better =
          answered.stream()
              .filter(other -> other.end() < span.begin() && Progress.isEarlier(span, other))
              .findFirst();
      if (better.isPresent()) {
        findings.broken("a repetition shows an earlier state", better.get(), span);
        return;
      }
    }
  }

  private static String claim(Span span) {
    return span.text(Field.CLAIM).orElse("");
  }

  private static List<String> answer(Span span) {
    return Stream.of(Field.CODE, Field.CLAIM, Field.TOKEN, Field.STATUS, Field.REMAINING_MICROS)
        .map(name -> span.text(name).orElse(""))
        .toList();
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
