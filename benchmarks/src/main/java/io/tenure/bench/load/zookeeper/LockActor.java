package io.tenure.bench.load.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/**
 * The lock recipe: a sequential ephemeral node, the list of the children, a watch on the one before
 * one's own. These are the steps of Curator's mutex.
 */
abstract class LockActor extends NodeActor {
  private enum Step {
    FOLDER,
    CREATE,
    LIST,
    WATCH,
    DELETE
  }

  private static final int SEQUENCE_DIGITS = 10;

  private final byte[] lock;
  private final byte[] prefix;
  private byte[] mine = {};
  private int sequence;
  private Step step = Step.FOLDER;
  private boolean watchAnswered;
  private boolean changedEarly;

  LockActor(Place place, String name) {
    super(place);
    lock = path("/" + name);
    prefix = path("/" + name + "/n-");
  }

  /** The lock is held; the client goes on with {@link #unlock}. */
  abstract void locked();

  abstract void unlocked();

  @Override
  final void prepare() {
    wire.create(this, lock, SessionWire.PERSISTENT);
  }

  final void lock() {
    step = Step.CREATE;
    wire.create(this, prefix, SessionWire.EPHEMERAL_SEQUENTIAL);
  }

  final void unlock() {
    step = Step.DELETE;
    wire.delete(this, mine);
  }

  @Override
  final void changed() {
    if (step == Step.WATCH) {
      // The event may overtake the answer to the request that set the watch.
      if (watchAnswered) {
        list();
      } else {
        changedEarly = true;
      }
    }
  }

  @Override
  final void answer(int error, ByteBuffer body) {
    switch (step) {
      case FOLDER -> prepared();
      case CREATE -> created(error, body);
      case LIST -> listed(error, body);
      case WATCH -> watched(error);
      case DELETE -> deleted(error);
    }
  }

  private void created(int error, ByteBuffer body) {
    if (error != SessionWire.OK) {
      refused("create", error);
      return;
    }
    mine = new byte[body.getInt()];
    body.get(mine);
    sequence = sequenceAt(ByteBuffer.wrap(mine), mine.length);
    list();
  }

  private void list() {
    step = Step.LIST;
    wire.getChildren(this, lock);
  }

  private void listed(int error, ByteBuffer body) {
    if (error != SessionWire.OK) {
      refused("getChildren", error);
      return;
    }
    int before = -1;
    for (int left = body.getInt(); left > 0; left--) {
      int length = body.getInt();
      int end = body.position() + length;
      int other = sequenceAt(body, end);
      if (other < sequence && other > before) {
        before = other;
      }
      body.position(end);
    }
    if (before < 0) {
      locked();
    } else {
      watch(before);
    }
  }

  private void watch(int before) {
    step = Step.WATCH;
    watchAnswered = false;
    changedEarly = false;
    String number = String.format("%0" + SEQUENCE_DIGITS + "d", before);
    wire.getDataAndWatch(this, (new String(prefix, UTF_8) + number).getBytes(UTF_8));
  }

  private void watched(int error) {
    watchAnswered = true;
    if (error == SessionWire.NO_NODE || changedEarly) {
      list();
    }
  }

  private void deleted(int error) {
    if (error == SessionWire.OK) {
      unlocked();
    } else {
      refused("delete", error);
    }
  }

  private static int sequenceAt(ByteBuffer bytes, int end) {
    int number = 0;
    for (int i = end - SEQUENCE_DIGITS; i < end; i++) {
      number = number * 10 + bytes.get(i) - '0';
    }
    return number;
  }
}
