package io.tenure.bench.load.etcd;

import io.tenure.bench.load.Actor;
import io.tenure.bench.load.Baton;
import io.tenure.bench.load.Driver;
import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.LoadKind;
import io.tenure.bench.load.SharedWires;
import io.tenure.bench.load.Stage;
import io.tenure.bench.load.grpc.Http2Wire;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Clients of etcd. Clients of one stage may share connections, as gRPC allows: then etcd has fewer
 * sockets to serve, and answers share packets.
 */
public final class EtcdDriver implements Driver {
  private final EventLoop loop;
  private final List<InetSocketAddress> addresses;
  private final EtcdMessages messages = new EtcdMessages();
  private final SharedWires<Http2Wire> wires;
  private final String run = "bench-" + Long.toString(System.nanoTime(), 36);
  private Baton baton = new Baton();
  private int stages;

  /**
   * Prepares a driver.
   *
   * @param connectionsPerNode how many connections are shared; 0 for one per client
   */
  public EtcdDriver(EventLoop loop, List<InetSocketAddress> addresses, int connectionsPerNode) {
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
    boolean shared = workload == LoadKind.HANDOFF;
    String key = run + "/" + stages + "/" + (shared ? "shared" : index);
    EtcdActor.Place place =
        new EtcdActor.Place(wires.get(index, node, () -> open(node)), messages, stage, key);
    return switch (workload) {
      case PAIRS -> new LeasePairs(place);
      case PAIRS_VARIANT -> new SharedLeasePairs(place);
      case RENEWALS -> new EtcdHolder(place, true);
      case READS -> new EtcdHolder(place, false);
      case HANDOFF -> new EtcdWaiter(place, baton);
      case HOLD -> new EtcdHoarder(place);
      case READS_LOCAL -> throw new IllegalArgumentException("no stale reads for etcd");
    };
  }

  private Http2Wire open(int node) {
    Http2Wire wire = new Http2Wire(loop, addresses.get(node));
    wire.open();
    return wire;
  }
}
