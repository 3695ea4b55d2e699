package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.CLAIM;
import static io.tenure.chaos.history.Field.PROOF;
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

/**
 * When clients believed to hold what, as a careful client believes it: from the answer that told
 * so, until the ttl is over, counted from before the grant or the last renewal was asked for, or
 * until it began to give it back. In between it was held without a gap: what is renewed has not
 * ended before.
 */
final class Holds {

  private final double clockRate;
  private final List<Hold> holds = new ArrayList<>();

  private Holds(double clockRate) {
    this.clockRate = clockRate;
  }

  /** One client's belief to hold a key. */
  record Hold(String key, String holder, long from, long until, Span grant) {}

  /** All beliefs that lasted for any time at all, by their beginning. */
  static List<Hold> in(History history, double clockRate) {
    Holds all = new Holds(clockRate);
    ClaimStory.all(history).forEach(all::addClaim);
    all.addLocks(history);
    return all.holds.stream()
        .filter(hold -> hold.from < hold.until)
        .sorted(Comparator.comparingLong(Hold::from))
        .toList();
  }

  private void addClaim(ClaimStory story) {
    Optional<Span> first = story.firstActive();
    if (first.isEmpty()) {
      return;
    }
    long until =
        story.promises().stream()
            .mapToLong(promise -> promise.from() + lasting(promise.lasting()))
            .max()
            .orElse(Long.MIN_VALUE);
    long givenBack = story.endings().mapToLong(Span::begin).min().orElse(Long.MAX_VALUE);
    String key = key(first.get());
    holds.add(
        new Hold(key, holder(story), first.get().end(), Math.min(until, givenBack), first.get()));
  }

  static String key(Span span) {
    return span.workload() + " " + span.key();
  }

  static String holder(ClaimStory story) {
    return "claim " + story.claim();
  }

  private long lasting(long ttlNanos) {
    return (long) (ttlNanos / clockRate);
  }

  private void addLocks(History history) {
    Map<String, Lease> byToken = new HashMap<>();
    List<Lease> leases = new ArrayList<>();
    for (Span span : history.spans()) {
      switch (span.number(CLAIM).isPresent() ? "" : span.action()) {
        case LeaseModel.LOCK, LeaseModel.RENEW -> take(span, byToken, leases);
        case LeaseModel.RELEASE -> giveBack(span, byToken);
        default -> {}
      }
    }
    for (Lease lease : leases) {
      long until = Math.min(lease.until, lease.givenBack);
      String key = lease.grant.workload() + " " + lease.grant.key();
      holds.add(new Hold(key, lease.holder(), lease.grant.end(), until, lease.grant));
    }
  }

  /** A lock again by the owner has the token of the first; a renewal shows the token before. */
  private void take(Span span, Map<String, Lease> byToken, List<Lease> leases) {
    if (!span.is(LeaseModel.LOCK, Result.GRANTED) && !span.is(LeaseModel.RENEW, Result.RENEWED)) {
      return;
    }
    String token = name(span, TOKEN);
    Lease lease = byToken.get(span.action().equals(LeaseModel.RENEW) ? name(span, PROOF) : token);
    if (lease == null) {
      lease = new Lease(span);
      leases.add(lease);
    }
    byToken.put(token, lease);
    lease.until = Math.max(lease.until, span.begin() + lasting(ClaimStory.ttlNanos(span)));
  }

  private static void giveBack(Span span, Map<String, Lease> byToken) {
    Lease lease = byToken.get(name(span, PROOF));
    if (lease != null && span.phase() != Phase.FAIL) {
      lease.givenBack = Math.min(lease.givenBack, span.begin());
    }
  }

  private static String name(Span span, String field) {
    return span.workload() + " " + span.key() + " " + span.number(field).orElse(-1);
  }

  /** A lease under construction. */
  private static final class Lease {

    private final Span grant;
    private long until = Long.MIN_VALUE;
    private long givenBack = Long.MAX_VALUE;

    Lease(Span grant) {
      this.grant = grant;
    }

    String holder() {
      return "client " + grant.process() + " with " + grant.number(TOKEN).orElse(-1);
    }
  }
}
