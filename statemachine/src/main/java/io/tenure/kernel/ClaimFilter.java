package io.tenure.kernel;

import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which claims somebody wants to see. Empty sets ask for all; bounds are inclusive.
 *
 * @param ttl of active claims only
 * @param active of claims that were granted only
 * @param created on the wall clock, in microseconds since 1970
 */
public record ClaimFilter(
    SortedSet<String> resources,
    Set<ClaimStatus> statuses,
    Range ttl,
    Range active,
    Range waiting,
    Range created) {

  /** Two bounds in microseconds, both included. */
  public record Range(long least, long most) {

    public static final Range ANY = new Range(Long.MIN_VALUE, Long.MAX_VALUE);

    public boolean isAny() {
      return equals(ANY);
    }

    public boolean contains(long micros) {
      return least <= micros && micros <= most;
    }
  }

  /** The same, also for claims that were filed under the earlier names of leases. */
  ClaimFilter withEarlierNames() {
    SortedSet<String> names = new TreeSet<>(resources);
    for (String name : resources) {
      LeaseNames.earlier(new ResourceKey(name)).ifPresent(earlier -> names.add(earlier.name()));
    }
    return names.size() == resources.size()
        ? this
        : new ClaimFilter(names, statuses, ttl, active, waiting, created);
  }

  public boolean matches(ClaimView view) {
    Claim claim = view.claim();
    return (resources.isEmpty() || resources.contains(claim.resource().name()))
        && wants(claim.status())
        && created.contains(claim.filed().wallMicros())
        && waiting.contains(view.waitingMicros())
        && matchesActive(view)
        && matchesTtl(view);
  }

  private boolean matchesActive(ClaimView view) {
    return active.isAny() || (view.claim().lease() != null && active.contains(view.activeMicros()));
  }

  private boolean matchesTtl(ClaimView view) {
    return ttl.isAny() || (view.claim().isActive() && ttl.contains(view.remaining().micros()));
  }

  public boolean wants(ClaimStatus status) {
    return statuses.isEmpty() || statuses.contains(status);
  }

  /** Whether any claim that has ended could match. */
  boolean wantsEnded() {
    return ttl.isAny() && (statuses.isEmpty() || statuses.stream().anyMatch(ClaimStatus::isFinal));
  }
}
