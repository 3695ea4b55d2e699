package io.tenure.bench.load.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.Wire;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A ZooKeeper session on one connection, used by one client or shared by several. Frames are a
 * length and a body; answers come in the order of the requests, watch events between them. A client
 * that watches something needs a session of its own.
 */
final class SessionWire extends Wire {
  static final int OK = 0;
  static final int NO_NODE = -101;

  /** Kinds of nodes, as the flags of a create. */
  static final int PERSISTENT = 0;

  static final int EPHEMERAL = 1;
  static final int EPHEMERAL_SEQUENTIAL = 3;

  private static final int CREATE = 1;
  private static final int DELETE = 2;
  private static final int GET_DATA = 4;
  private static final int SET_DATA = 5;
  private static final int GET_CHILDREN = 8;
  private static final int SYNC = 9;
  private static final int CLOSE = -11;
  private static final int EVENT_XID = -1;
  private static final int ALL_PERMISSIONS = 31;
  private static final int ANY_VERSION = -1;
  private static final int PASSWORD_BYTES = 16;
  private static final byte[] WORLD = "world".getBytes(UTF_8);
  private static final byte[] ANYONE = "anyone".getBytes(UTF_8);
  private static final byte[] NO_BYTES = {};
  private static final int BUFFER_BYTES = 64 * 1024;

  private final int timeoutMillis;
  private final List<NodeActor> actors = new ArrayList<>();
  private final Deque<NodeActor> awaiting = new ArrayDeque<>();
  private boolean session;
  private int xid;
  private int frameAt;
  private String broken = "";

  SessionWire(EventLoop loop, InetSocketAddress address, int timeoutMillis) {
    super(loop, address, BUFFER_BYTES);
    this.timeoutMillis = timeoutMillis;
  }

  /** Tells the client when it can make requests, which may be now, and of watches and the end. */
  void attach(NodeActor actor) {
    actors.add(actor);
    if (!broken.isEmpty()) {
      actor.broken(broken);
    } else if (session) {
      actor.connected();
    }
  }

  /** The client needs the session no more; true when nobody else does. */
  boolean detach(NodeActor actor) {
    actors.remove(actor);
    return actors.isEmpty();
  }

  void create(NodeActor actor, byte[] path, int kind) {
    begin(actor, CREATE);
    put(path);
    put(NO_BYTES);
    out.putInt(1).putInt(ALL_PERMISSIONS);
    put(WORLD);
    put(ANYONE);
    out.putInt(kind);
    end();
  }

  void delete(NodeActor actor, byte[] path) {
    begin(actor, DELETE);
    put(path);
    out.putInt(ANY_VERSION);
    end();
  }

  void getData(NodeActor actor, byte[] path) {
    getData(actor, path, 0);
  }

  void getDataAndWatch(NodeActor actor, byte[] path) {
    getData(actor, path, 1);
  }

  private void getData(NodeActor actor, byte[] path, int watch) {
    begin(actor, GET_DATA);
    put(path);
    out.put((byte) watch);
    end();
  }

  void setData(NodeActor actor, byte[] path, byte[] data) {
    begin(actor, SET_DATA);
    put(path);
    put(data);
    out.putInt(ANY_VERSION);
    end();
  }

  void getChildren(NodeActor actor, byte[] path) {
    begin(actor, GET_CHILDREN);
    put(path);
    out.put((byte) 0);
    end();
  }

  void sync(NodeActor actor, byte[] path) {
    begin(actor, SYNC);
    put(path);
    end();
  }

  void closeSession(NodeActor actor) {
    begin(actor, CLOSE);
    end();
  }

  @Override
  protected void opened() {
    frameAt = out.position();
    out.putInt(0);
    out.putInt(0).putLong(0).putInt(timeoutMillis).putLong(0);
    put(new byte[PASSWORD_BYTES]);
    out.put((byte) 0);
    out.putInt(frameAt, out.position() - frameAt - Integer.BYTES);
  }

  @Override
  protected void broken(String why) {
    broken = why;
    List.copyOf(actors).forEach(actor -> actor.broken(why));
  }

  @Override
  protected void received(ByteBuffer bytes) {
    int limit = bytes.limit();
    while (limit - bytes.position() >= Integer.BYTES) {
      int length = bytes.getInt(bytes.position());
      int end = bytes.position() + Integer.BYTES + length;
      if (end > limit) {
        return;
      }
      bytes.position(bytes.position() + Integer.BYTES).limit(end);
      frame(bytes);
      bytes.limit(limit).position(end);
    }
  }

  private void frame(ByteBuffer frame) {
    if (!session) {
      sessionOpened(frame);
      return;
    }
    int answered = frame.getInt();
    frame.getLong();
    int error = frame.getInt();
    if (answered == EVENT_XID) {
      actors.forEach(NodeActor::changed);
    } else {
      awaiting.remove().answered(error, frame);
    }
  }

  private void sessionOpened(ByteBuffer frame) {
    frame.getInt();
    int granted = frame.getInt();
    if (granted <= 0) {
      protocolError("the session was refused");
      return;
    }
    session = true;
    List.copyOf(actors).forEach(NodeActor::connected);
  }

  private void begin(NodeActor actor, int type) {
    awaiting.add(actor);
    frameAt = out.position();
    out.putInt(0).putInt(++xid).putInt(type);
  }

  private void end() {
    out.putInt(frameAt, out.position() - frameAt - Integer.BYTES);
    flush();
  }

  private void put(byte[] bytes) {
    out.putInt(bytes.length).put(bytes);
  }
}
