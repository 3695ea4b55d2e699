package io.tenure.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The deliveries of the last seconds, so that one that comes again is not carried out twice. The
 * answers are kept by the store alone, in one record per log entry.
 *
 * <p>Of what is forgotten it keeps the highest number of each sender. Senders number their requests
 * in order and give up on each before it can be forgotten, so whatever comes with that number or a
 * lower one was under way for too long and must not be carried out: it may have been before.
 */
final class DeliveryMemo {

  /** More than there can be with anything still under way: each start of a node is one. */
  private static final int SENDERS = 64;

  private final Map<DeliveryId, Long> entryById = new LinkedHashMap<>();
  private final Deque<KeptDeliveries> byAge = new ArrayDeque<>();

  /** The highest forgotten number by sender; who was heard of last comes last. */
  private final Map<Long, Long> forgotten = new LinkedHashMap<>();

  private long digest;

  int size() {
    return entryById.size();
  }

  long digest() {
    Digest all = new Digest(digest);
    for (Map.Entry<Long, Long> each : forgotten.entrySet()) {
      all = all.add(each.getKey()).add(each.getValue());
    }
    return all.value();
  }

  /** Whether this delivery may have been carried out so long ago that it is not remembered. */
  boolean isForgotten(DeliveryId id) {
    Long highest = forgotten.get(id.sender());
    return highest != null && id.number() <= highest && !entryById.containsKey(id);
  }

  /** The highest forgotten delivery of each sender; who was heard of last comes last. */
  List<DeliveryId> forgotten() {
    List<DeliveryId> all = new ArrayList<>(forgotten.size());
    forgotten.forEach((sender, number) -> all.add(new DeliveryId(sender, number)));
    return all;
  }

  void forget(DeliveryId id) {
    Long before = forgotten.remove(id.sender());
    forgotten.put(id.sender(), before == null ? id.number() : Math.max(before, id.number()));
    if (forgotten.size() > SENDERS) {
      forgotten.remove(forgotten.keySet().iterator().next());
    }
  }

  /** The log entry that carried out this delivery, if it is remembered. */
  Optional<Long> entryOf(DeliveryId id) {
    return Optional.ofNullable(entryById.get(id));
  }

  /** The oldest entry whose deliveries need not be remembered any more. */
  Optional<Long> due(ClusterTime now) {
    KeptDeliveries oldest = byAge.peekFirst();
    return oldest == null || now.isBefore(oldest.until())
        ? Optional.empty()
        : Optional.of(oldest.entry());
  }

  /** Entries come in the order of their indexes. */
  void keep(KeptDeliveries kept) {
    for (DeliveryId id : kept.ids()) {
      if (entryById.put(id, kept.entry()) != null) {
        throw new IllegalStateException(id + " is carried out twice");
      }
    }
    byAge.addLast(kept);
    digest += kept.digest();
  }

  void drop(long entry) {
    KeptDeliveries oldest = byAge.pollFirst();
    if (oldest == null || oldest.entry() != entry) {
      throw new IllegalStateException("deliveries of entry " + entry + " are not the oldest");
    }
    for (DeliveryId id : oldest.ids()) {
      entryById.remove(id);
      forget(id);
    }
    digest -= oldest.digest();
  }

  Collection<KeptDeliveries> inOrder() {
    return Collections.unmodifiableCollection(byAge);
  }
}
