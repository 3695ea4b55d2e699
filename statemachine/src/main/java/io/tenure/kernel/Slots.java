package io.tenure.kernel;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Who holds each resource, who waits for it, and when each lease runs out. Not thread-safe.
 *
 * <p>Invariant: a resource is in here only while somebody holds it or waits for it.
 */
final class Slots {

  private static final class Slot {
    private @Nullable Claim holder;
    private final WaitQueue queue = new WaitQueue();
  }

  /** When a lease runs out; the id only tells two apart that run out together. */
  record Expiry(ClusterTime at, ClaimId claim) implements Comparable<Expiry> {

    private static Expiry of(Claim claim) {
      return new Expiry(claim.tenure().expiresAt(), claim.id());
    }

    @Override
    public int compareTo(Expiry other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : claim.compareTo(other.claim);
    }
  }

  private final NavigableMap<ResourceKey, Slot> slots = new TreeMap<>();
  private final NavigableSet<Expiry> expiries = new TreeSet<>();

  Optional<Claim> holder(ResourceKey resource) {
    Slot slot = slots.get(resource);
    return slot == null ? Optional.empty() : Optional.ofNullable(slot.holder);
  }

  int queueLength(ResourceKey resource) {
    Slot slot = slots.get(resource);
    return slot == null ? 0 : slot.queue.size();
  }

  /** Names the first waiting claims on a resource, first come first. */
  void forEachWaiting(ResourceKey resource, int limit, LongConsumer id) {
    Slot slot = slots.get(resource);
    if (slot != null) {
      slot.queue.forEach(limit, id);
    }
  }

  /** Names the first waiting claims on a resource with an id above this one. */
  void forEachWaitingAfter(ResourceKey resource, ClaimId after, int limit, LongConsumer id) {
    Slot slot = slots.get(resource);
    if (slot != null) {
      slot.queue.forEachAfter(after.value(), limit, id);
    }
  }

  /** Zero for the holder, one for the next in line. */
  int position(Claim live) {
    return live.isActive() ? 0 : slot(live.resource()).queue.positionOf(live.id());
  }

  Iterable<ResourceKey> from(ResourceKey first) {
    return slots.tailMap(first, true).keySet();
  }

  /** The lease that runs out next. */
  Optional<Expiry> next() {
    return expiries.isEmpty() ? Optional.empty() : Optional.of(expiries.first());
  }

  SortedSet<Expiry> expiries() {
    return Collections.unmodifiableSortedSet(expiries);
  }

  void enqueue(Claim waiting) {
    slots.computeIfAbsent(waiting.resource(), key -> new Slot()).queue.add(waiting.id());
  }

  /** Lets who waited hold the resource. */
  void promote(Claim granted) {
    slot(granted.resource()).queue.remove(granted.id());
    hold(granted);
  }

  /** The rule that all others serve: a slot has room for one. */
  void hold(Claim claim) {
    Slot slot = slots.computeIfAbsent(claim.resource(), key -> new Slot());
    if (slot.holder != null && !slot.holder.id().equals(claim.id())) {
      throw new IllegalStateException(claim.resource() + " is held by " + slot.holder.id());
    }
    if (slot.holder != null) {
      expiries.remove(Expiry.of(slot.holder));
    }
    slot.holder = claim;
    if (!claim.tenure().expiresAt().equals(ClusterTime.NEVER)) {
      expiries.add(Expiry.of(claim));
    }
  }

  /** Takes out a claim as it was last put in. */
  void remove(Claim before) {
    Slot slot = slot(before.resource());
    if (before.isActive()) {
      expiries.remove(Expiry.of(before));
      slot.holder = null;
    } else {
      slot.queue.remove(before.id());
    }
    if (slot.holder == null && slot.queue.isEmpty()) {
      slots.remove(before.resource());
    }
  }

  private Slot slot(ResourceKey resource) {
    Slot slot = slots.get(resource);
    if (slot == null) {
      throw new IllegalStateException("no slot for resource " + resource);
    }
    return slot;
  }
}
