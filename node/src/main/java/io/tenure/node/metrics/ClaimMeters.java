package io.tenure.node.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Event;
import io.tenure.kernel.Event.ClaimAsked;
import io.tenure.kernel.Event.ClaimChanged;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.StateView;
import io.tenure.replication.Applied;
import io.tenure.replication.StateListener;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Measures the claims that come by as the log is applied, by cluster time; so every node measures
 * the same. Told by one thread, read by any.
 */
final class ClaimMeters implements StateListener {

  private final Timer waits;
  private final Timer holds;
  private final Timer handOffs;
  private final Map<ClaimStatus, Counter> ended = new EnumMap<>(ClaimStatus.class);
  private final ConcurrentHashMap<ResourceKey, Integer> queues = new ConcurrentHashMap<>();

  /** Claims that have come to their turn, of whose owners nothing was heard since. */
  private final Map<Long, ClusterTime> promoted = new HashMap<>();

  ClaimMeters(MeterRegistry registry) {
    waits =
        LatencyBuckets.longTimer(
            registry,
            "tenure.claims.wait",
            "Time that claims stood in line before they became active; not those that had not to");
    holds =
        LatencyBuckets.longTimer(
            registry, "tenure.claims.hold", "Time from a claim's activation to its end");
    handOffs =
        LatencyBuckets.longTimer(
            registry,
            "tenure.claims.handoff",
            "Time from the turn of a claim that waited to the first word of its owner since");
    for (ClaimStatus status : ClaimStatus.values()) {
      if (status.isFinal()) {
        ended.put(
            status,
            Counter.builder("tenure.claims.ended")
                .description("Claims that have ended, by how")
                .tag("status", status.name().toLowerCase(Locale.ROOT))
                .register(registry));
      }
    }
  }

  /** How many wait for the resource that most wait for. */
  int longestQueue() {
    int longest = 0;
    for (int length : queues.values()) {
      longest = Math.max(longest, length);
    }
    return longest;
  }

  @Override
  public void replaced(StateView state, Applied now) {
    queues.clear();
    promoted.clear();
    for (ClaimView holder : state.holders("", "", Integer.MAX_VALUE)) {
      ResourceKey resource = holder.claim().resource();
      int waiting = state.queueLength(resource);
      if (waiting > 0) {
        queues.put(resource, waiting);
      }
    }
  }

  @Override
  public void applied(List<Step> steps, Applied now) {
    for (Step step : steps) {
      applied(step.events(), now.now());
    }
  }

  private void applied(List<Event> events, ClusterTime now) {
    long filedJustNow = 0;
    for (Event event : events) {
      if (event instanceof ClaimAsked asked) {
        heardOf(asked.claim(), now);
      } else if (event instanceof ClaimChanged change) {
        filedJustNow = changed(change, filedJustNow, now);
      }
    }
  }

  /** Most claims become active in the step that files them, and never stand in line. */
  private long changed(ClaimChanged change, long filedJustNow, ClusterTime now) {
    Claim claim = change.claim();
    switch (change.kind()) {
      case FILED -> queues.merge(claim.resource(), 1, Integer::sum);
      case GRANTED -> granted(claim, filedJustNow == claim.id().value());
      case RENEWED -> heardOf(claim, now);
      case ENDED -> ended(claim);
    }
    return change.kind() == ClaimChanged.Kind.FILED ? claim.id().value() : filedJustNow;
  }

  private void granted(Claim claim, boolean atOnce) {
    leaveQueue(claim.resource());
    if (!atOnce) {
      ClusterTime turn = claim.tenure().granted().cluster();
      record(waits, claim.filed().cluster(), turn);
      promoted.put(claim.id().value(), turn);
    }
  }

  private void heardOf(Claim claim, ClusterTime now) {
    ClusterTime turn = claim.isActive() ? promoted.remove(claim.id().value()) : null;
    if (turn != null) {
      record(handOffs, turn, now);
    }
  }

  private void ended(Claim claim) {
    Counter counter = ended.get(claim.status());
    if (counter != null) {
      counter.increment();
    }
    if (claim.lease() == null) {
      leaveQueue(claim.resource());
      return;
    }
    ClusterTime end = endOf(claim);
    record(holds, claim.tenure().granted().cluster(), end);
    ClusterTime turn = promoted.remove(claim.id().value());
    if (turn != null && claim.status() != ClaimStatus.EXPIRED) {
      record(handOffs, turn, end);
    }
  }

  private static ClusterTime endOf(Claim claim) {
    return claim.ended() == null ? claim.filed().cluster() : claim.ended().cluster();
  }

  private void leaveQueue(ResourceKey resource) {
    queues.computeIfPresent(resource, (key, length) -> length > 1 ? length - 1 : null);
  }

  private static void record(Timer timer, ClusterTime from, ClusterTime to) {
    timer.record(Math.max(0, to.microsSince(from)), TimeUnit.MICROSECONDS);
  }
}
