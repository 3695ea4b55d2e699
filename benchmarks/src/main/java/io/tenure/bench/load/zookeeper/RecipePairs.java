package io.tenure.bench.load.zookeeper;

/** Takes and gives back a lock of its own by the lock recipe. */
final class RecipePairs extends LockActor {
  private long startedNanos;

  RecipePairs(Place place) {
    super(place, "l" + place.index());
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    lock();
  }

  @Override
  void locked() {
    unlock();
  }

  @Override
  void unlocked() {
    stage.record(startedNanos);
    stage.next(this);
  }
}
