package io.tenure.bench.load.grpc;

import io.tenure.bench.load.Actor;
import io.tenure.bench.load.Stage;

/** What all gRPC clients have in common: a connection, perhaps shared, and one call in flight. */
public abstract class GrpcActor implements Actor, GrpcCall.Listener, Http2Wire.Client {
  protected final Stage stage;
  private final Http2Wire wire;
  private final GrpcCall unary = new GrpcCall(this);
  private boolean retiring;
  private boolean closed;

  protected GrpcActor(Http2Wire wire, Stage stage) {
    this.wire = wire;
    this.stage = stage;
  }

  /** The call in flight succeeded; its message was seen before. */
  protected abstract void answered();

  /** The call in flight was refused. */
  protected abstract void refused();

  protected final void call(String path, ProtoWriter message) {
    wire.call(unary, path, message);
  }

  protected final Http2Wire wire() {
    return wire;
  }

  protected final boolean retiring() {
    return retiring;
  }

  @Override
  public final void start() {
    wire.attach(this);
  }

  /** May prepare something first; ends with {@link Stage#ready}. */
  @Override
  public void opened() {
    stage.ready(this);
  }

  @Override
  public void retire() {
    retiring = true;
    stage.retired(this);
  }

  /** Makes a last call, with which the client retires whatever the answer. */
  protected final void retireWith(String path, ProtoWriter message) {
    retiring = true;
    call(path, message);
  }

  @Override
  public final void ended(boolean ok) {
    if (closed) {
      return;
    }
    if (retiring) {
      stage.retired(this);
    } else if (ok) {
      answered();
    } else {
      refused();
    }
  }

  @Override
  public final void broken(String why) {
    if (!closed) {
      closed = true;
      stage.lost(this, why);
    }
  }

  @Override
  public void close() {
    closed = true;
    wire.close();
  }
}
