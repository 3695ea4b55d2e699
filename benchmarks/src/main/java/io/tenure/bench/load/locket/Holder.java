package io.tenure.bench.load.locket;

/** Holds one lock, and renews it, which is to lock it again, or fetches it. */
final class Holder extends LocketActor {
  private static final long HOUR_SECONDS = 3_600;

  private final boolean renews;
  private final Messages messages;
  private boolean held;
  private long startedNanos;

  Holder(Place place, boolean renews) {
    super(place);
    this.renews = renews;
    this.messages = new Messages(place.key());
  }

  @Override
  public void opened() {
    call(Messages.LOCK, messages.lock(renews ? TTL_SECONDS : HOUR_SECONDS));
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    if (renews) {
      call(Messages.LOCK, messages.lock(TTL_SECONDS));
    } else {
      call(Messages.FETCH, messages.fetch());
    }
  }

  @Override
  public void retire() {
    retireWith(Messages.RELEASE, messages.release());
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
