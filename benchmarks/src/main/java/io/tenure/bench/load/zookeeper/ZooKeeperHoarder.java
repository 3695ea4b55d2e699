package io.tenure.bench.load.zookeeper;

import java.nio.ByteBuffer;

/** Creates one ephemeral node after the other and keeps them all, by a session that lasts. */
final class ZooKeeperHoarder extends NodeActor {
  private long startedNanos;

  ZooKeeperHoarder(Place place) {
    super(place);
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    wire.create(this, path("/k" + stage.nextNumber()), SessionWire.EPHEMERAL);
  }

  @Override
  void answer(int error, ByteBuffer body) {
    if (error == SessionWire.OK) {
      stage.record(startedNanos);
      stage.next(this);
    } else {
      refused("create", error);
    }
  }
}
