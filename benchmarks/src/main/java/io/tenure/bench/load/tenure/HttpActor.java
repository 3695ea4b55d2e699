package io.tenure.bench.load.tenure;

import io.tenure.bench.load.Actor;
import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.Stage;
import java.net.InetSocketAddress;

/** What all clients of the claims dialect have in common: a connection, a stage, a resource. */
abstract class ClaimsActor implements Actor, HttpWire.Listener {
  static final int TTL_SECONDS = 60;

  /** Where a client works, and the name of what it claims. */
  record Place(EventLoop loop, InetSocketAddress node, Stage stage, String resource) {}

  final HttpWire wire;
  final Requests requests;
  final Stage stage;
  final Place place;

  ClaimsActor(Place place) {
    this.place = place;
    this.stage = place.stage();
    this.requests = new Requests(place.node());
    this.wire = new HttpWire(place.loop(), place.node(), this);
  }

  @Override
  public void start() {
    wire.open();
  }

  @Override
  public void opened() {
    stage.ready(this);
  }

  @Override
  public void retire() {
    close();
    stage.retired(this);
  }

  @Override
  public void broken(String why) {
    stage.lost(this, why);
  }

  @Override
  public void close() {
    wire.close();
  }

  /** A name that was not used yet, for going on after a failure that may have left a claim. */
  final String freshResource() {
    return place.resource() + "-" + stage.nextNumber();
  }

  final void refused(String what, int status) {
    stage.failed(this, what + " was answered " + status);
  }
}
