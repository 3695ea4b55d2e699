package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.REMAINING_MICROS;
import static io.tenure.chaos.history.Field.STATUS;

import io.tenure.chaos.checker.ClaimStory.Promise;
import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A lease never ends early by the harness's clock, and ends soon after its ttl.
 *
 * <p><b>Early</b>: an answer says that a claim has expired, and arrived before the end of what was
 * promised: less than a ttl after it was filed or some renewal of it was sent, or less than what
 * was left when its owner asked, after that was sent. (Every renewal that succeeded took effect
 * before the end, whenever its answer came.) Or an answer shows less of the ttl left than the
 * harness's clock leaves, or, by more than a slack for the node's estimate, more than the lease
 * then lasted.
 *
 * <p><b>Late</b>: a request shows the claim active that was sent more than ttl and a bound after
 * the answer to its last grant or renewal. Faults in between lengthen the bound by their own length
 * and the time to recover from them. A claim with a renewal of unknown outcome is not judged for
 * this.
 */
final class ExpiryChecker implements Checker {

  private static final long ROUNDING_NANOS = TimeUnit.MICROSECONDS.toNanos(2);
  private static final long ESTIMATE_NANOS = TimeUnit.SECONDS.toNanos(2);

  @Override
  public String name() {
    return "expiry";
  }

  @Override
  public Verdict check(Evidence evidence) {
    Findings findings = new Findings();
    Census census = Census.of(evidence.history());
    Collection<ClaimStory> stories = ClaimStory.all(evidence.history());
    int expired = 0;
    for (ClaimStory story : stories) {
      Lease lease = new Lease(story, evidence, findings);
      List<Span> ends = expirations(story, census);
      expired += ends.isEmpty() ? 0 : 1;
      ends.forEach(lease::judgeEnd);
      story.answers().filter(ClaimStory::showsActive).forEach(lease::judgeActive);
    }
    return findings.verdict(
        name(), String.format("%,d of %,d claims ended by themselves", expired, stories.size()));
  }

  /** Answers that say that the claim had expired when they were given. */
  private static List<Span> expirations(ClaimStory story, Census census) {
    List<Span> found = new ArrayList<>();
    story
        .answers()
        .filter(span -> span.text(STATUS).orElse("").equals("expired"))
        .forEach(found::add);
    census
        .entry(story.claim())
        .filter(entry -> entry.status().equals("expired"))
        .ifPresent(entry -> found.add(entry.source()));
    return found;
  }

  /** The lease of one claim, with its grant and all renewals that were told of. */
  private static final class Lease {

    private final ClaimStory story;
    private final Evidence evidence;
    private final Findings findings;
    private final List<Promise> promises;
    private final boolean maybeRenewed;

    Lease(ClaimStory story, Evidence evidence, Findings findings) {
      this.story = story;
      this.evidence = evidence;
      this.findings = findings;
      this.promises = story.promises();
      this.maybeRenewed =
          story.spans().stream()
              .filter(span -> span.action().equals(ClaimStory.RENEW))
              .anyMatch(span -> span.phase() == Phase.UNKNOWN);
    }

    void judgeEnd(Span end) {
      for (Promise promise : promises) {
        long earliest = promise.from() + byTheFastestClock(promise.lasting());
        if (end.end() < earliest) {
          findings.broken(
              story + " ended " + millis(earliest - end.end()) + " ms early", promise.told(), end);
          return;
        }
      }
      story
          .answers()
          .filter(ClaimStory::showsActive)
          .filter(seen -> end.end() < seen.begin() + byTheFastestClock(left(seen)) - ESTIMATE_NANOS)
          .filter(ClaimStory::isOfNow)
          .filter(seen -> grace(seen) == 0) // else its next ask may end it earlier
          .findFirst()
          .ifPresent(
              seen ->
                  findings.broken(
                      story + " showed more of its ttl left than it lasted", seen, end));
    }

    void judgeActive(Span seen) {
      if (ClaimStory.isOfNow(seen) && seen.number(REMAINING_MICROS).isPresent()) {
        judgeRemaining(seen);
      }
      if (ClaimStory.isOfNow(seen) && !maybeRenewed) {
        judgeLateness(seen);
      }
    }

    private void judgeRemaining(Span seen) {
      for (Promise promise : promises) {
        double gone = evidence.tolerance().clockRate() * (seen.end() - promise.from());
        if (promise.told().end() < seen.begin()
            && left(seen) + ROUNDING_NANOS < promise.lasting() - gone) {
          findings.broken(
              story + " has less of its ttl left than the clock leaves", promise.told(), seen);
          return;
        }
      }
    }

    private void judgeLateness(Span seen) {
      long latest = Long.MIN_VALUE;
      for (Promise promise : promises) {
        latest = Math.max(latest, promise.told().end() + promise.lasting());
      }
      long bound = evidence.tolerance().lateExpiry().toNanos() + grace(seen);
      if (seen.begin() > latest + bound
          && seen.begin() > latest + bound + excuse(story.filedAfter(), seen.begin())) {
        findings.broken(
            story + " was still active " + millis(seen.begin() - latest) + " ms after its ttl",
            seen);
      }
    }

    /** Who was promoted, did not wait for it and has not asked since may be given more time. */
    private long grace(Span seen) {
      Span filed = story.filed().orElseThrow();
      boolean asked =
          story
              .answers()
              .filter(span -> span.end() < seen.begin())
              .anyMatch(span -> ClaimStory.isAsk(span) && ClaimStory.showsActive(span));
      boolean waits = filed.number(Field.WAIT_MILLIS).isPresent();
      return asked || waits || filed.hasResult(Result.GRANTED)
          ? 0
          : evidence.tolerance().promotionGrace().toNanos();
    }

    /** A fault lengthens leases by its own length, and by the time until the cluster goes on. */
    private long excuse(long from, long to) {
      long recovery = evidence.tolerance().recovery().toNanos();
      long sum = 0;
      for (FaultSpan fault : evidence.faults()) {
        long begin = Math.max(from, fault.beginNanos());
        long end = Math.min(to, fault.endNanos() + recovery);
        sum += Math.max(0, end - begin);
      }
      return sum;
    }

    private long byTheFastestClock(long nanos) {
      return (long) (nanos / evidence.tolerance().clockRate());
    }

    private static long left(Span seen) {
      return ClaimStory.remainingNanos(seen);
    }

    private static long millis(long nanos) {
      return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
  }
}
