package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.CONNECTION;
import static io.tenure.chaos.history.Field.LOCAL;
import static io.tenure.chaos.history.Field.STALENESS_MICROS;

import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Local reads may be old, but
 *
 * <ul>
 *   <li>not older than they say: a read shows a claim no earlier on its way (see {@link Progress})
 *       than any answer that had arrived when the age that the read admits began, with a slack for
 *       the time that entries take from node to node;
 *   <li>not from the future: no end is shown that nobody had asked for;
 *   <li>and over one connection, which leads to one run of one node's process, never going back.
 * </ul>
 */
final class LocalReadsChecker implements Checker {

  private static final long SLACK_NANOS = TimeUnit.SECONDS.toNanos(1);

  @Override
  public String name() {
    return "local reads";
  }

  @Override
  public Verdict check(Evidence evidence) {
    Findings findings = new Findings();
    int judged = 0;
    for (ClaimStory story : ClaimStory.all(evidence.history())) {
      List<Span> reads = Progress.reads(story).filter(span -> span.flag(LOCAL)).toList();
      judged += reads.size();
      reads.forEach(read -> judge(story, read, findings));
      neverBack(story, reads, findings);
    }
    return findings.verdict(name(), String.format("%,d reads", judged));
  }

  private static void judge(ClaimStory story, Span read, Findings findings) {
    long age = TimeUnit.MICROSECONDS.toNanos(read.number(STALENESS_MICROS).orElse(0));
    Progress.knownBetter(story, read, read.begin() - age - SLACK_NANOS)
        .ifPresent(
            known -> findings.broken("a local read is older than it says: " + story, known, read));
    if (Progress.isFromTheFuture(story, read)) {
      findings.broken("a local read shows an end that nobody had asked for: " + story, read);
    }
  }

  private static void neverBack(ClaimStory story, List<Span> reads, Findings findings) {
    Map<Long, Span> newest = new HashMap<>();
    List<Span> inOrder = new ArrayList<>(reads);
    inOrder.sort(Comparator.comparingLong(Span::end));
    for (Span read : inOrder) {
      if (read.number(CONNECTION).isPresent()) {
        Span before = newest.put(read.number(CONNECTION).getAsLong(), read);
        if (before != null && Progress.isEarlier(read, before)) {
          findings.broken("local reads of one node went back: " + story, before, read);
        }
      }
    }
  }
}
