package io.tenure.bench.load.locket;

/** Locks and releases a key of its own. */
final class Pairs extends LocketActor {
  private Messages messages;
  private boolean acquiring;
  private long startedNanos;

  Pairs(Place place) {
    super(place);
    messages = new Messages(place.key());
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    acquiring = true;
    call(Messages.LOCK, messages.lock(TTL_SECONDS));
  }

  @Override
  protected void answered() {
    if (acquiring) {
      acquiring = false;
      call(Messages.RELEASE, messages.release());
    } else {
      stage.record(startedNanos);
      stage.next(this);
    }
  }

  @Override
  protected void refused() {
    messages = new Messages(place.key() + "-" + stage.nextNumber());
    stage.failed(this, (acquiring ? "lock" : "release") + " was refused");
  }
}
