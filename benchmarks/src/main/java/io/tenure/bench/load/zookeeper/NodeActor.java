package io.tenure.bench.load.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tenure.bench.load.Actor;
import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.Stage;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * What all ZooKeeper clients have in common: a session of their own, and parent nodes that whoever
 * comes first creates.
 */
abstract class NodeActor implements Actor, SessionWire.Listener {
  /** Where a client works; the folder is below the root. */
  record Place(EventLoop loop, InetSocketAddress node, Stage stage, String folder, int index) {}

  private enum Phase {
    PREPARING,
    WORKING,
    CLOSING
  }

  private static final int SESSION_MILLIS = 30_000;

  final SessionWire wire;
  final Stage stage;
  final Place place;
  private final byte[] folder;
  private Phase phase = Phase.PREPARING;

  NodeActor(Place place) {
    this(place, SESSION_MILLIS);
  }

  NodeActor(Place place, int sessionMillis) {
    this.place = place;
    this.stage = place.stage();
    this.folder = path("");
    this.wire = new SessionWire(place.loop(), place.node(), sessionMillis, this);
  }

  /** The session stands and the folder exists; ends with {@link #prepared}. */
  void prepare() {
    prepared();
  }

  /** An answer to one of the client's own requests. */
  abstract void answer(int error, ByteBuffer body);

  final byte[] path(String below) {
    return (place.folder() + below).getBytes(UTF_8);
  }

  final void prepared() {
    stage.ready(this);
  }

  @Override
  public final void start() {
    wire.open();
  }

  @Override
  public final void connected() {
    wire.create(folder, SessionWire.PERSISTENT);
  }

  @Override
  public final void answered(int error, ByteBuffer body) {
    switch (phase) {
      case PREPARING -> {
        phase = Phase.WORKING;
        prepare();
      }
      case WORKING -> answer(error, body);
      case CLOSING -> {
        close();
        stage.retired(this);
      }
    }
  }

  @Override
  public void changed() {
    // Most clients watch nothing.
  }

  @Override
  public final void retire() {
    phase = Phase.CLOSING;
    wire.closeSession();
  }

  @Override
  public final void broken(String why) {
    stage.lost(this, why);
  }

  @Override
  public final void close() {
    wire.close();
  }

  final void refused(String what, int error) {
    stage.failed(this, what + " failed with " + error);
  }
}
