package io.tenure.bench.load.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tenure.bench.load.Actor;
import io.tenure.bench.load.Stage;
import java.nio.ByteBuffer;

/**
 * What all ZooKeeper clients have in common: a session, perhaps shared, and a folder that whoever
 * comes first creates.
 */
abstract class NodeActor implements Actor {
  /** Where a client works; the folder is below the root. */
  record Place(SessionWire wire, Stage stage, String folder, int index) {}

  private enum Phase {
    PREPARING,
    WORKING,
    CLOSING
  }

  final SessionWire wire;
  final Stage stage;
  final Place place;
  private final byte[] folder;
  private Phase phase = Phase.PREPARING;

  NodeActor(Place place) {
    this.place = place;
    this.stage = place.stage();
    this.wire = place.wire();
    this.folder = path("");
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
    wire.attach(this);
  }

  final void connected() {
    wire.create(this, folder, SessionWire.PERSISTENT);
  }

  final void answered(int error, ByteBuffer body) {
    switch (phase) {
      case PREPARING -> {
        phase = Phase.WORKING;
        prepare();
      }
      case WORKING -> answer(error, body);
      case CLOSING -> stage.retired(this);
    }
  }

  /** Something has changed that a client of this session watches. */
  void changed() {
    // Most clients watch nothing.
  }

  /** The last one closes the session, which deletes what was ephemeral. */
  @Override
  public final void retire() {
    phase = Phase.CLOSING;
    if (wire.detach(this)) {
      wire.closeSession(this);
    } else {
      stage.retired(this);
    }
  }

  /** The connection is gone. */
  final void broken(String why) {
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
