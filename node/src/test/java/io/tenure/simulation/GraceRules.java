package io.tenure.simulation;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.Confirmed;
import io.tenure.kernel.Result.IllegalTransition;
import io.tenure.kernel.Result.NotActive;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.StillWaiting;
import io.tenure.kernel.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is promised to owners who poll: when their claim is promoted, its ttl starts when they ask,
 * or after twice the longest time between two of their asks, and never earlier than after the least
 * grace. Who polls and when it asked is taken from the requests, not from the claims.
 */
final class GraceRules {

  private static final long MOST_MICROS = 600_000_000;

  private static final class Poller {
    private ClusterTime last;
    private long longestMicros;
    private ClusterTime graceEnds = ClusterTime.NEVER;

    Poller(ClusterTime filed) {
      last = filed;
    }

    private long graceMicros(Settings settings) {
      return Math.min(MOST_MICROS, Math.max(settings.promotionGraceMicros(), 2 * longestMicros));
    }
  }

  /** Those who have not asked since their claim was promoted. */
  private final Map<ClaimId, Poller> pollers = new TreeMap<>();

  private final Set<ClaimId> filedToPoll = new TreeSet<>();
  private long graces;

  /** How many promoted claims had a grace. */
  long graces() {
    return graces;
  }

  /** Looks at the requests of an entry, before its events. */
  void expect(AppliedEntry step) {
    filedToPoll.clear();
    List<Request> requests = step.entry().requests();
    for (int i = 0; i < requests.size(); i++) {
      if (requests.get(i).command() instanceof Acquire wish && wish.whenHeld() == WhenHeld.POLL) {
        Result result = step.outcome().results().get(i);
        if (result instanceof Queued queued) {
          filedToPoll.add(queued.claim().claim().id());
        }
      }
    }
  }

  void filed(Claim claim, ClusterTime now, Settings settings) {
    if (filedToPoll.contains(claim.id()) && settings.promotionGraceMicros() > 0) {
      pollers.put(claim.id(), new Poller(now));
    }
  }

  /** The claim is granted; returns how long its ttl waits for the owner. */
  long granted(Claim claim, ClusterTime now, Settings settings) {
    Poller poller = pollers.get(claim.id());
    if (poller == null) {
      return 0;
    }
    if (claim.ttl().isForever() || settings.promotionGraceMicros() == 0) {
      pollers.remove(claim.id());
      return 0;
    }
    graces++;
    long micros = poller.graceMicros(settings);
    poller.graceEnds = now.plusMicros(micros);
    return micros;
  }

  /** Whether its owner has not asked since, and its ttl waits for that. */
  boolean isAwaited(Claim promoted) {
    return pollers.containsKey(promoted.id());
  }

  void asked(Claim claim, ClusterTime now) {
    Poller poller = pollers.get(claim.id());
    if (poller == null) {
      throw new AssertionError(claim + " has no grace");
    }
    poller.longestMicros = Math.max(poller.longestMicros, now.microsSince(poller.last));
    poller.last = now;
    if (claim.isActive()) {
      boolean inGrace = now.isBefore(poller.graceEnds);
      ClusterTime end = claim.ttl().endsAt(inGrace ? now : poller.graceEnds);
      if (!claim.tenure().expiresAt().equals(end)) {
        throw new AssertionError("%s was asked for at %s: not %s".formatted(claim, now, end));
      }
      pollers.remove(claim.id());
    }
  }

  void renewedOrEnded(Claim claim) {
    pollers.remove(claim.id());
  }

  /** Looks at the requests of an entry, after its events: every ask counts. */
  void checkAsks(AppliedEntry step, ClusterTime now) {
    List<Request> requests = step.entry().requests();
    for (int i = 0; i < requests.size(); i++) {
      if (requests.get(i).command() instanceof Amend amend) {
        Poller poller = pollers.get(amend.claim());
        Result result = step.outcome().results().get(i);
        if (poller != null && wasMet(result) && !poller.last.equals(now)) {
          throw new AssertionError(amend + " does not count as an ask");
        }
        if (poller != null && result instanceof Confirmed) {
          throw new AssertionError(amend + " does not end the grace");
        }
      }
    }
  }

  private static boolean wasMet(Result result) {
    return result instanceof StillWaiting
        || result instanceof NotActive
        || result instanceof IllegalTransition;
  }
}
