package io.tenure.bench.load.locket;

/** Holds one lock, and renews it, which is to lock it again, or fetches it. */
final class LocketHolder extends LocketActor {
  private static final long HOUR_SECONDS = 3_600;

  private final boolean renews;
  private final LocketMessages messages;
  private boolean held;
  private long startedNanos;

  LocketHolder(Place place, boolean renews) {
    super(place);
    this.renews = renews;
    this.messages = new LocketMessages(place.key());
  }

  @Override
  public void opened() {
    call(LocketMessages.LOCK, messages.lock(renews ? TTL_SECONDS : HOUR_SECONDS));
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    if (renews) {
      call(LocketMessages.LOCK, messages.lock(TTL_SECONDS));
    } else {
      call(LocketMessages.FETCH, messages.fetch());
    }
  }

  @Override
  public void retire() {
    retireWith(LocketMessages.RELEASE, messages.release());
  }

  @Override
  protected void answered() {
    if (held) {
      stage.record(startedNanos);
      stage.next(this);
    } else {
      held = true;
      stage.ready(this);
    }
  }

  @Override
  protected void refused() {
    if (held) {
      stage.failed(this, (renews ? "renewal" : "fetch") + " was refused");
    } else {
      broken("the lock to hold was refused");
    }
  }
}
