package io.tenure.jraft;

import io.tenure.kernel.Claim;
import io.tenure.kernel.Event;
import io.tenure.kernel.Event.ClaimChanged;
import io.tenure.kernel.StateView;
import io.tenure.replication.Applied;
import io.tenure.replication.StateAge;
import io.tenure.replication.StateListener;
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
final class RecentEvents implements EventFeed, StateListener {

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

  private final Room room;
  private final Leadership leadership;
  private final StateAge age;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /** The event number {@code n} is at {@code n % room.events()} of each of these. */
  private final long[] indexes;

  private final int[] ordinals;
  private final @Nullable ClaimChanged[] events;

  /** Numbers of the oldest event that is remembered, and of the next one. */
  private long oldest;

  private long next;
  private long bytes;
  private Place last = new Place(0, 0);
  private Place reach = last;
  private int replaced;

  RecentEvents(Room room, Leadership leadership, StateAge age) {
    this.room = room;
    this.leadership = leadership;
    this.age = age;
    this.indexes = new long[room.events()];
    this.ordinals = new int[room.events()];
    this.events = new ClaimChanged[room.events()];
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

  @Override
  public void applied(List<Step> steps, Applied now) {
    append(steps);
    tell();
  }

  @Override
  public void replaced(StateView state, Applied now) {
    clear(now.index());
    tell();
  }

  @Override
  public synchronized Reading read(Place after, int limit) {
    Place from = after.isBefore(reach) ? reach : after;
    long number = firstBehind(from);
    int count = (int) Math.min(limit, next - number);
    List<Happened> found = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      found.add(event(number + i));
    }
    boolean complete = limit > 0 && number + count == next;
    Place seen = count == 0 ? from : found.get(count - 1).place();
    return new Reading(reach, found, complete && seen.isBefore(last) ? last : seen, replaced);
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

  private synchronized void append(List<Step> steps) {
    for (Step step : steps) {
      int ordinal = 0;
      for (Event event : step.events()) {
        if (event instanceof ClaimChanged change) {
          ordinal++;
          add(new Place(step.index(), ordinal), change);
        }
      }
      last = new Place(step.index(), ordinal);
    }
  }

  private void add(Place place, ClaimChanged event) {
    if (next - oldest == room.events()) {
      dropOldest();
    }
    int slot = slot(next);
    indexes[slot] = place.index();
    ordinals[slot] = place.ordinal();
    events[slot] = event;
    next++;
    bytes += sizeOf(event.claim());
    while (bytes > room.bytes() && next - oldest > 1) {
      dropOldest();
    }
  }

  private void dropOldest() {
    int slot = slot(oldest);
    ClaimChanged event = events[slot];
    reach = placeOf(oldest);
    events[slot] = null;
    bytes -= event == null ? 0 : sizeOf(event.claim());
    oldest++;
  }

  private synchronized void clear(long index) {
    Arrays.fill(events, null);
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
    ClaimChanged event = events[slot(number)];
    if (event == null) {
      throw new IllegalStateException("the event " + number + " is forgotten");
    }
    return new Happened(placeOf(number), event);
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
}
