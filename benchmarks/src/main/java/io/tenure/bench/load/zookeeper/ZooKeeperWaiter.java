package io.tenure.bench.load.zookeeper;

import io.tenure.bench.load.Baton;

/** Waits for the one lock, and releases it as soon as it holds it. */
final class ZooKeeperWaiter extends LockActor {
  private final Baton baton;

  ZooKeeperWaiter(Place place, Baton baton) {
    super(place, "shared");
    this.baton = baton;
  }

  @Override
  public void operate() {
    lock();
  }

  @Override
  void locked() {
    baton.taken(stage);
    baton.released();
    unlock();
  }

  @Override
  void unlocked() {
    stage.next(this);
  }
}
