package io.tenure.bench.load.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/** Holds one ephemeral node, and writes it or reads it. */
final class ZooKeeperHolder extends NodeActor {
  /** What is done with the node. */
  enum Use {
    /** A session's own heartbeat is no replicated write; this is the nearest thing to a renewal. */
    SET_DATA,
    /** A sync and a read behind it, sent together: a read that sees all earlier writes. */
    SYNC_AND_GET,
    /** A read from the node's own memory, possibly stale. */
    GET
  }

  private static final byte[] DATA = "60".getBytes(UTF_8);

  private final byte[] node;
  private final Use use;
  private boolean held;
  private int awaited;
  private int error;
  private long startedNanos;

  ZooKeeperHolder(Place place, Use use) {
    super(place);
    this.use = use;
    this.node = path("/h" + place.index());
  }

  @Override
  void prepare() {
    wire.create(this, node, SessionWire.EPHEMERAL);
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    awaited = use == Use.SYNC_AND_GET ? 2 : 1;
    error = SessionWire.OK;
    switch (use) {
      case SET_DATA -> wire.setData(this, node, DATA);
      case SYNC_AND_GET -> {
        wire.sync(this, node);
        wire.getData(this, node);
      }
      case GET -> wire.getData(this, node);
    }
  }

  @Override
  void answer(int answer, ByteBuffer body) {
    if (!held) {
      held = true;
      prepared();
      return;
    }
    error = Math.min(error, answer);
    if (--awaited > 0) {
      return;
    }
    if (error == SessionWire.OK) {
      stage.record(startedNanos);
      stage.next(this);
    } else {
      refused(use.name(), error);
    }
  }
}
