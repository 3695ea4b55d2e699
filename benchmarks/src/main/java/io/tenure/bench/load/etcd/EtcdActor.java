package io.tenure.bench.load.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tenure.bench.load.Actor;
import io.tenure.bench.load.Stage;

/** What all etcd clients have in common: a connection, perhaps shared, and one call in flight. */
abstract class EtcdActor implements Actor, Call.Listener {
  static final long TTL_SECONDS = 60;
  private static final int LEASE_ID = 2;
  private static final int TXN_SUCCEEDED = 2;

  /** Where a client works; the key is the name of what it locks. */
  record Place(Http2Wire wire, Messages messages, Stage stage, String key) {}

  final Messages messages;
  final Stage stage;
  final Place place;
  private final Http2Wire wire;
  private final Call unary = new Call(this);
  private boolean retiring;
  private boolean closed;

  EtcdActor(Place place) {
    this.place = place;
    this.wire = place.wire();
    this.messages = place.messages();
    this.stage = place.stage();
  }

  /** The connection stands; ends with {@link Stage#ready}. */
  void prepare() {
    stage.ready(this);
  }

  /** The call in flight succeeded; its message was seen before. */
  abstract void answered();

  /** The call in flight was refused. */
  abstract void refused();

  final byte[] key(String suffix) {
    return (place.key() + suffix).getBytes(UTF_8);
  }

  final void call(String path, ProtoWriter message) {
    wire.call(unary, path, message);
  }

  final Http2Wire wire() {
    return wire;
  }

  final boolean retiring() {
    return retiring;
  }

  @Override
  public final void start() {
    wire.attach(this);
  }

  @Override
  public void retire() {
    retiring = true;
    stage.retired(this);
  }

  /** Gives a lease back, and with it the key, before the client retires. */
  final void retireAndRevoke(long lease) {
    retiring = true;
    call(Messages.LEASE_REVOKE, messages.lease(lease));
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

  /** The connection is gone. */
  final void broken(String why) {
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

  static long leaseId(ProtoReader granted) {
    return granted.find(LEASE_ID) ? granted.number() : 0;
  }

  static boolean succeeded(ProtoReader txn) {
    return txn.find(TXN_SUCCEEDED) && txn.number() == 1;
  }
}
