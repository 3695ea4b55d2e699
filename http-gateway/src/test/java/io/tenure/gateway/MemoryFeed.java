package io.tenure.gateway;

import io.tenure.kernel.Event;
import io.tenure.service.EventFeed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A feed of what a {@link KernelLeases} does, which forgets when it is told to. */
public final class MemoryFeed implements EventFeed {

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final List<Happened> events = new ArrayList<>();
  private Place reach = new Place(1, 0);
  private Place last = reach;
  private int replaced;
  private volatile boolean led = true;
  private volatile boolean current = true;

  public MemoryFeed(KernelLeases leases) {
    leases.watch(this::append);
  }

  @Override
  public synchronized Place last() {
    return last;
  }

  @Override
  public synchronized Reading read(Place after, int limit) {
    Place from = after.isBefore(reach) ? reach : after;
    List<Happened> found =
        events.stream().filter(each -> from.isBefore(each.place())).limit(limit).toList();
    Place seen = found.isEmpty() ? from : found.get(found.size() - 1).place();
    boolean complete = limit > 0 && found.size() < limit && seen.isBefore(last);
    return new Reading(reach, found, complete ? last : seen, replaced);
  }

  @Override
  public boolean hasLeader() {
    return led;
  }

  @Override
  public boolean hasAllBefore(long nanos) {
    return current;
  }

  @Override
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /** Says that there is a leader, or none. */
  public void lead(boolean leader) {
    led = leader;
    tell();
  }

  /** Says that it may lack what others know, or that it surely has it all. */
  public void catchUp(boolean done) {
    current = done;
    tell();
  }

  /** Forgets all events, as one whose memory is full. */
  public void forget() {
    synchronized (this) {
      reach = last;
      events.clear();
    }
    tell();
  }

  /** Takes over a state that is many entries further. */
  public void replace(long index) {
    synchronized (this) {
      last = new Place(index + 1, 0);
      reach = last;
      events.clear();
      replaced++;
    }
    tell();
  }

  private void append(long index, List<Event> happened) {
    synchronized (this) {
      int ordinal = 0;
      for (Event event : happened) {
        if (event instanceof Event.ClaimChanged change) {
          ordinal++;
          events.add(new Happened(new Place(index, ordinal), change));
        }
      }
      last = new Place(index, ordinal);
    }
    tell();
  }

  private void tell() {
    listeners.forEach(Runnable::run);
  }
}
