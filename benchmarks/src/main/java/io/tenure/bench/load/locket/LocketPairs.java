package io.tenure.bench.load.locket;

/** Locks and releases a key of its own. */
final class LocketPairs extends LocketActor {
  private LocketMessages messages;
  private boolean acquiring;
  private long startedNanos;

  LocketPairs(Place place) {
    super(place);
    messages = new LocketMessages(place.key());
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    acquiring = true;
    call(LocketMessages.LOCK, messages.lock(TTL_SECONDS));
  }

  @Override
  protected void answered() {
    if (acquiring) {
      acquiring = false;
      call(LocketMessages.RELEASE, messages.release());
    } else {
      stage.record(startedNanos);
      stage.next(this);
    }
  }

  @Override
  protected void refused() {
    messages = new LocketMessages(place.key() + "-" + stage.nextNumber());
    stage.failed(this, (acquiring ? "lock" : "release") + " was refused");
  }
}
