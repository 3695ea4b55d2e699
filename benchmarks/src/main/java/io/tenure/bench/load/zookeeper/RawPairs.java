package io.tenure.bench.load.zookeeper;

import java.nio.ByteBuffer;

/** Creates and deletes an ephemeral node of its own: the least that ZooKeeper can do for a lock. */
final class RawPairs extends NodeActor {
  private byte[] node;
  private boolean creating;
  private long startedNanos;

  RawPairs(Place place) {
    super(place);
    node = path("/p" + place.index());
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    creating = true;
    wire.create(this, node, SessionWire.EPHEMERAL);
  }

  @Override
  void answer(int error, ByteBuffer body) {
    if (error != SessionWire.OK) {
      node = path("/p" + place.index() + "-" + stage.nextNumber());
      refused(creating ? "create" : "delete", error);
    } else if (creating) {
      creating = false;
      wire.delete(this, node);
    } else {
      stage.record(startedNanos);
      stage.next(this);
    }
  }
}
