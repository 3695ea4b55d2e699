package io.tenure.bench.load.tenure;

import io.tenure.bench.load.Actor;
import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.Stage;
import java.net.InetSocketAddress;

/** What all clients over HTTP have in common: a connection, a stage, a dialect, a resource. */
abstract class HttpActor implements Actor, TenureWire.Listener {
  static final int TTL_SECONDS = 60;

  /** Where a client works, in which words, and the name of what it wants. */
  record Place(
      EventLoop loop, InetSocketAddress node, Stage stage, HttpDialect dialect, String resource) {}

  final TenureWire wire;
  final HttpDialect.Statuses statuses;
  final Stage stage;
  final Place place;

  HttpActor(Place place) {
    this.place = place;
    this.stage = place.stage();
    this.statuses = place.dialect().statuses;
    this.wire = new TenureWire(place.loop(), place.node(), place.dialect().proof, this);
  }

  final TenureRequests requests(String resource, int ttlSeconds) {
    return place.dialect().requests.make(place.node(), resource, ttlSeconds);
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

  /** A name that was not used yet, for going on after a failure that may have left a lease. */
  final String freshResource() {
    return place.resource() + "-" + stage.nextNumber();
  }

  final void refused(String what, int status) {
    stage.failed(this, what + " was answered " + status);
  }
}
