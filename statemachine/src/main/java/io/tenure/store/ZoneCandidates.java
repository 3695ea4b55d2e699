package io.tenure.store;

import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;

/** Finds claims by status and time of creation, zone by zone. */
final class ZoneCandidates implements Candidates {

  private static final long[] NOBODY = {};

  private final Walk zones;
  private final ClaimFilter filter;
  private final long first;

  /** The first id of the current zone, its members, and the place from which to look on. */
  private long base;

  private long[] members = NOBODY;
  private int place;
  private boolean started;

  /** Looks for ids from {@code first} on. */
  ZoneCandidates(Walk zones, ClaimFilter filter, long first) {
    this.zones = zones;
    this.filter = filter;
    this.first = first;
  }

  @Override
  public ClaimId next() {
    while (true) {
      for (int i = place / Long.SIZE; i < members.length; i++) {
        long ahead = i == place / Long.SIZE ? members[i] & (-1L << place) : members[i];
        if (ahead != 0) {
          place = i * Long.SIZE + Long.numberOfTrailingZeros(ahead);
          return new ClaimId(base + place++);
        }
      }
      if (!toNextZone()) {
        return ClaimId.NONE;
      }
    }
  }

  private boolean toNextZone() {
    if (started) {
      zones.forth();
    } else {
      zones.to(RecordKeys.of(Zone.numberOf(first)));
      started = true;
    }
    if (!zones.isThere()) {
      members = NOBODY;
      return false;
    }
    Zone zone = Zone.decode(zones.value());
    members = zone.mayHave(filter.created()) ? zone.membersOf(filter.statuses()) : NOBODY;
    base = RecordKeys.number(zones.key()) * Zone.SIZE;
    place = (int) Math.max(0, first - base);
    return true;
  }

  @Override
  public void close() {
    zones.close();
  }
}
