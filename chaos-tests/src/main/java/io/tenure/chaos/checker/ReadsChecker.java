package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.LOCAL;

import io.tenure.chaos.history.Span;
import java.util.Collection;
import java.util.List;

/**
 * Reads are linearizable. A claim only goes forward (see {@link Progress}), so this is judged
 * without a search: a read shows a claim no earlier on its way than any answer that had arrived
 * before the read was sent, and shows no end that nobody had asked for.
 */
final class ReadsChecker implements Checker {

  @Override
  public String name() {
    return "reads";
  }

  @Override
  public Verdict check(Evidence evidence) {
    Findings findings = new Findings();
    Collection<ClaimStory> stories = ClaimStory.all(evidence.history());
    int judged = 0;
    for (ClaimStory story : stories) {
      List<Span> reads = Progress.reads(story).filter(span -> !span.flag(LOCAL)).toList();
      judged += reads.size();
      for (Span read : reads) {
        Progress.knownBetter(story, read, read.begin())
            .ifPresent(known -> findings.broken("a read is stale: " + story, known, read));
        if (Progress.isFromTheFuture(story, read)) {
          findings.broken("a read shows an end that nobody had asked for: " + story, read);
        }
      }
    }
    return findings.verdict(
        name(), String.format("%,d reads of %,d claims", judged, stories.size()));
  }
}
