package io.tenure.gateway.events;

import io.tenure.gateway.BodyStream;
import io.tenure.gateway.json.JsonText;
import io.tenure.service.EventFeed;
import io.tenure.service.EventFeed.Happened;
import io.tenure.service.EventFeed.Place;
import io.tenure.service.EventFeed.Reading;
import org.jspecify.annotations.Nullable;

/**
 * One client's stream. It remembers a place in the feed and reads on from there whenever there is
 * something new and the client takes it; so a slow client costs no memory beyond what its
 * connection buffers, until the feed forgets what it has not read: then it is told so and closed.
 *
 * <p>All fields belong to the hub's thread.
 */
final class SubscriberStream implements BodyStream {

  /** How much of the feed is looked at in one turn. */
  private static final int EVENTS_PER_TURN = 256;

  private static final int BYTES_PER_SEND = 32 * 1024;

  private final Hub hub;
  private final EventFeed feed;
  private final EventsQuery query;
  private @Nullable Sink sink;
  private Place place;

  /** Whether it has a place in the hub; the only field that belongs to the event loop. */
  private boolean entered;

  /** Whether the client takes more. */
  private boolean open;

  /** Whether another turn of its own is due. */
  private boolean again;

  /** Whether nothing was read from the feed yet, so that what is missing was missed before. */
  private boolean fresh = true;

  private int replaced;
  private boolean led = true;
  private long spokeNanos;

  /** The client has seen what it says it has seen before this moment. */
  private final long askedNanos = System.nanoTime();

  SubscriberStream(Hub hub, EventsQuery query) {
    this.hub = hub;
    this.feed = hub.feed();
    this.query = query;
    Place after = query.after();
    this.place = after == null ? feed.last() : after;
  }

  @Override
  public void begin(Sink out) {
    entered = hub.enter();
    if (entered) {
      hub.execute(() -> start(out));
    } else {
      out.finish(); // others were quicker; whoever asks again is told that there is no room
    }
  }

  @Override
  public void resume() {
    hub.execute(
        () -> {
          open = sink != null;
          turn();
        });
  }

  @Override
  public void probe() {
    hub.execute(() -> send(EventText.PROBE));
  }

  @Override
  public void stalled() {
    hub.execute(this::lag);
  }

  @Override
  public void ended() {
    if (entered) {
      entered = false;
      hub.leave();
      hub.execute(this::forget);
    }
  }

  private void start(Sink out) {
    sink = out;
    open = true;
    hub.add(this);
    send(EventText.hello(place, feed.last()));
    turn();
  }

  /** Says what is new, as far as one turn goes. */
  void turn() {
    if (sink == null) {
      return;
    }
    tellLeader();
    Reading reading = feed.read(place, open ? EVENTS_PER_TURN : 0);
    boolean missed = place.isBefore(reading.reach());
    boolean excused = fresh || reading.replaced() != replaced;
    fresh = false;
    replaced = reading.replaced();
    if (missed && !excused) {
      lag();
      return;
    }
    if (missed) {
      skipTo(reading.reach());
    }
    if (open) {
      tell(reading);
      takeAnotherTurn();
    }
  }

  private void takeAnotherTurn() {
    if (open && !again && place.isBefore(feed.last())) {
      again = true;
      hub.execute(
          () -> {
            again = false;
            turn();
          });
    }
  }

  private void tell(Reading reading) {
    JsonText text = JsonText.start();
    for (Happened event : reading.events()) {
      if (query.wants(event)) {
        EventText.write(text, event);
      }
      if (text.size() >= BYTES_PER_SEND) {
        place = event.place();
        send(text.toBytes());
        if (!open) {
          return;
        }
        text = JsonText.start();
      }
    }
    place = reading.next();
    if (text.size() > 0) {
      send(text.toBytes());
    }
  }

  private void tellLeader() {
    boolean leads = feed.hasLeader();
    if (leads != led) {
      led = leads;
      send(leads ? EventText.LEADER : EventText.LEADERLESS);
    }
  }

  /** Does what is due at this moment. */
  void tick(long now) {
    tellLeader();
    if (feed.hasAllBefore(askedNanos) && isBeyondEnd(feed.last())) {
      skipTo(feed.last()); // the place is not of this cluster, or of a time that was undone
    }
    if (open && now - spokeNanos >= hub.heartbeatNanos() - hub.tickNanos()) {
      send(EventText.heartbeat(place));
    }
  }

  /**
   * Whether the place is one that nobody can have seen. The place before the next entry's events is
   * not: a node that has just started says so of its own last entry.
   */
  private boolean isBeyondEnd(Place last) {
    return new Place(last.index() + 1, 0).isBefore(place);
  }

  private void skipTo(Place next) {
    send(EventText.gap(place, next));
    place = next;
  }

  private void lag() {
    Sink out = sink;
    if (out != null) {
      hub.countLagged();
      out.send(EventText.lagged(place));
      out.finish();
      forget();
    }
  }

  private void send(byte[] bytes) {
    Sink out = sink;
    if (out != null) {
      spokeNanos = System.nanoTime();
      if (!out.send(bytes)) {
        open = false;
      }
    }
  }

  private void forget() {
    sink = null;
    open = false;
    hub.remove(this);
  }
}
