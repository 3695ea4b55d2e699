package io.tenure.bench.load.zookeeper;

import io.tenure.bench.load.Actor;
import io.tenure.bench.load.Baton;
import io.tenure.bench.load.Driver;
import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.LoadKind;
import io.tenure.bench.load.SharedWires;
import io.tenure.bench.load.Stage;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Clients of ZooKeeper. Those that watch nothing may share sessions, as the asynchronous calls of
 * its own client allow.
 */
public final class ZooKeeperDriver implements Driver {
  private static final int SESSION_MILLIS = 30_000;
  private static final int HOUR_MILLIS = 3_600_000;

  private final EventLoop loop;
  private final List<InetSocketAddress> addresses;
  private final SharedWires<SessionWire> wires;
  private final String run = "/bench-" + Long.toString(System.nanoTime(), 36);
  private Baton baton = new Baton();
  private int stages;

  /**
   * Prepares a driver.
   *
   * @param connectionsPerNode how many sessions are shared; 0 for one per client
   */
  public ZooKeeperDriver(
      EventLoop loop, List<InetSocketAddress> addresses, int connectionsPerNode) {
    this.loop = loop;
    this.addresses = List.copyOf(addresses);
    this.wires = new SharedWires<>(addresses.size(), connectionsPerNode);
  }

  @Override
  public int nodes() {
    return addresses.size();
  }

  @Override
  public void newStage() {
    stages++;
    baton = new Baton();
    wires.closeAll();
  }

  @Override
  public Actor actor(LoadKind workload, Stage stage, int index, int node) {
    SessionWire wire = wire(workload, index, node);
    NodeActor.Place place = new NodeActor.Place(wire, stage, run + "-" + stages, index);
    return switch (workload) {
      case PAIRS -> new RawPairs(place);
      case PAIRS_VARIANT -> new RecipePairs(place);
      case RENEWALS -> new ZooKeeperHolder(place, ZooKeeperHolder.Use.SET_DATA);
      case READS -> new ZooKeeperHolder(place, ZooKeeperHolder.Use.SYNC_AND_GET);
      case READS_LOCAL -> new ZooKeeperHolder(place, ZooKeeperHolder.Use.GET);
      case HANDOFF -> new ZooKeeperWaiter(place, baton);
      case HOLD -> new ZooKeeperHoarder(place);
    };
  }

  private SessionWire wire(LoadKind workload, int index, int node) {
    int millis = workload == LoadKind.HOLD ? HOUR_MILLIS : SESSION_MILLIS;
    if (workload == LoadKind.HANDOFF) {
      return open(node, millis);
    }
    return wires.get(index, node, () -> open(node, millis));
  }

  private SessionWire open(int node, int millis) {
    SessionWire wire = new SessionWire(loop, addresses.get(node), millis);
    wire.open();
    return wire;
  }
}
