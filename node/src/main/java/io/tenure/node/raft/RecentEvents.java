package io.tenure.node.raft;

import io.tenure.kernel.Claim;
import io.tenure.kernel.Event;
import io.tenure.service.EventFeed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest events of this node, for those who watch. It is always filled, so that whoever comes
 * back finds what it has missed; an event costs a few words here, and keeps its claim in memory for
 * a while longer. Bounded by number and by size. Thread-safe.
 *
 * <p>Only what happens to claims is counted, so that an event has the same place on every node.
 */
final class RecentEvents implements EventFeed {

  /** What one log entry led to. */
  record Step(long index, List<Event> events) {}

  /**
   * How much is remembered.
   *
   * @param events a power of two
   * @param bytes of the claims, by estimate
   */
  record Room(int events, long bytes) {

    static final Room DEFAULT = new Room(1 << 16, 32L << 20);
  }

  /** What a claim takes in memory besides its name and data, by estimate. */
  private static final int CLAIM_BYTES = 320;

  private static final Logger LOG = LoggerFactory.getLogger(RecentEvents.class);
  private static final Kind[] KINDS = Kind.values();

  private final Room room;
  private final Leadership leadership;
  private final StateAge age;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /** The event number {@code n} is at {@code n % room.events()} of each of these. */
  private final long[] indexes;

  private final int[] ordinals;
  private final byte[] kinds;
  private final @Nullable Claim[] claims;

  /** Numbers of the oldest event that is remembered, and of the next one. */
  private long oldest;

  private long next;
  private long bytes;
  private Place reach;
  private Place last;
  private int replaced;

  /**
   * Makes an empty memory.
   *
   * @param index the last entry that was applied before
   */
  RecentEvents(Room room, Leadership leadership, StateAge age, long index) {
    this.room = room;
    this.leadership = leadership;
    this.age = age;
    this.indexes = new long[room.events()];
    this.ordinals = new int[room.events()];
    this.kinds = new byte[room.events()];
    this.claims = new Claim[room.events()];
    this.last = startAfter(index);
    this.reach = last;
    leadership.onChange(this::tell);
  }

  @Override
  public synchronized Place last() {
    return last;
  }

  @Override
  public boolean hasLeader() {
    return leadership.standing().leader().isPresent();
  }

  @Override
  public boolean hasAllBefore(long nanos) {
    return age.hasAllBefore(nanos);
  }

  @Override
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /** Remembers what a batch of entries led to. */
  void append(List<Step> steps) {
    appendAll(steps);
    tell();
  }

  /** Forgets everything: another state was taken over as a whole. */
  void replace(long index) {
    clear(index);
    tell();
  }

  @Override
  public synchronized Reading read(Place after, int limit) {
    Place from = after.isBefore(reach) ? reach : after;
    long number = firstBehind(from);
    int count = (int) Math.min(limit, next - number);
    List<Happened> events = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      events.add(event(number + i));
    }
    boolean complete = limit > 0 && number + count == next;
    Place seen = count == 0 ? from : events.get(count - 1).place();
    return new Reading(reach, events, complete && seen.isBefore(last) ? last : seen, replaced);
  }

  /** The number of the first event behind a place. */
  private long firstBehind(Place place) {
    long low = oldest;
    long high = next;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (place.isBefore(placeOf(middle))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private synchronized void appendAll(List<Step> steps) {
    for (Step step : steps) {
      int ordinal = 0;
      for (Event event : step.events()) {
        Claim claim = claimOf(event);
        if (claim != null) {
          ordinal++;
          add(step.index(), ordinal, kindOf(event), claim);
        }
      }
      last = new Place(step.index(), ordinal);
    }
  }

  private void add(long index, int ordinal, Kind kind, Claim claim) {
    if (next - oldest == room.events()) {
      dropOldest();
    }
    int slot = slot(next);
    indexes[slot] = index;
    ordinals[slot] = ordinal;
    kinds[slot] = (byte) kind.ordinal();
    claims[slot] = claim;
    next++;
    bytes += sizeOf(claim);
    while (bytes > room.bytes() && next - oldest > 1) {
      dropOldest();
    }
  }

  private void dropOldest() {
    int slot = slot(oldest);
    Claim claim = claims[slot];
    reach = placeOf(oldest);
    claims[slot] = null;
    bytes -= claim == null ? 0 : sizeOf(claim);
    oldest++;
  }

  private synchronized void clear(long index) {
    Arrays.fill(claims, null);
    oldest = next;
    bytes = 0;
    last = startAfter(index);
    reach = last;
    replaced++;
  }

  /** The state is safe, so a listener's fault is no reason to stop the node. */
  private void tell() {
    for (Runnable listener : listeners) {
      try {
        listener.run();
      } catch (RuntimeException fault) {
        LOG.error("those who watch could not be told", fault);
      }
    }
  }

  private Happened event(long number) {
    int slot = slot(number);
    Claim claim = claims[slot];
    if (claim == null) {
      throw new IllegalStateException("the event " + number + " is forgotten");
    }
    return new Happened(placeOf(number), KINDS[kinds[slot]], claim);
  }

  private Place placeOf(long number) {
    int slot = slot(number);
    return new Place(indexes[slot], ordinals[slot]);
  }

  private int slot(long number) {
    return (int) (number & (room.events() - 1));
  }

  /** How many events the entry itself led to is not known any more. */
  private static Place startAfter(long index) {
    return new Place(index + 1, 0);
  }

  private static int sizeOf(Claim claim) {
    return CLAIM_BYTES + 2 * claim.resource().name().length() + claim.data().size();
  }

  private static @Nullable Claim claimOf(Event event) {
    if (event instanceof Event.ClaimFiled filed) {
      return filed.claim();
    }
    if (event instanceof Event.ClaimGranted granted) {
      return granted.claim();
    }
    if (event instanceof Event.ClaimRenewed renewed) {
      return renewed.claim();
    }
    return event instanceof Event.ClaimEnded ended ? ended.claim() : null;
  }

  private static Kind kindOf(Event event) {
    if (event instanceof Event.ClaimFiled) {
      return Kind.FILED;
    }
    if (event instanceof Event.ClaimGranted) {
      return Kind.GRANTED;
    }
    return event instanceof Event.ClaimRenewed ? Kind.RENEWED : Kind.ENDED;
  }
}
