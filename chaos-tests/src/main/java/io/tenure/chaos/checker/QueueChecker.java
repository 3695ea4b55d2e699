package io.tenure.chaos.checker;

import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * First come, first served. Of two claims on one key, the one whose filing was answered before the
 * other's was sent has the smaller id and gets the smaller token; it is not passed over, that is,
 * it does not still wait at the end although the later one was granted.
 */
final class QueueChecker implements Checker {

  @Override
  public String name() {
    return "queue order";
  }

  /** A claim in line: when it was filed, and when it was granted, by its token. */
  private record Place(ClaimStory story, Span filed, OptionalLong token, boolean stillWaits) {}

  @Override
  public Verdict check(Evidence evidence) {
    Findings findings = new Findings();
    Census census = Census.of(evidence.history());
    Map<String, List<Place>> queues = new TreeMap<>();
    for (ClaimStory story : ClaimStory.all(evidence.history())) {
      Span filed = story.filed().orElseThrow();
      OptionalLong token = story.token().isPresent() ? story.token() : census.token(story.claim());
      boolean waits = census.status(story.claim()).orElse("").equals("waiting");
      queues
          .computeIfAbsent(filed.workload() + " " + story.key(), key -> new ArrayList<>())
          .add(new Place(story, filed, token, waits));
    }
    int pairs = 0;
    for (List<Place> queue : queues.values()) {
      pairs += judge(queue, findings);
    }
    return findings.verdict(
        name(), String.format("%,d pairs of claims on %,d keys", pairs, queues.size()));
  }

  private static int judge(List<Place> queue, Findings findings) {
    int pairs = 0;
    for (Place first : queue) {
      for (Place second : queue) {
        if (first.filed.end() < second.story.filedAfter()) {
          pairs++;
          judge(first, second, findings);
        }
      }
    }
    return pairs;
  }

  private static void judge(Place first, Place second, Findings findings) {
    if (first.story.claim() > second.story.claim()) {
      findings.broken("the later claim has the smaller id", first.filed, second.filed);
    }
    if (second.token.isEmpty()) {
      return;
    }
    if (first.token.isPresent() && first.token.getAsLong() > second.token.getAsLong()) {
      findings.broken("the later claim was granted first", first.filed, second.filed);
    }
    if (first.token.isEmpty() && first.stillWaits) {
      findings.broken(
          "a claim was passed over: it still waits, and a later one was granted",
          first.filed,
          second.filed);
    }
  }
}
