package io.tenure.bench.load.locket;

import io.tenure.bench.load.Actor;
import io.tenure.bench.load.Driver;
import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.SharedWires;
import io.tenure.bench.load.Stage;
import io.tenure.bench.load.Workload;
import io.tenure.bench.load.grpc.Http2Wire;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Clients of Locket. Either each has a connection of its own: so have the original's clients, of
 * which each is a process, and so have the clients of the dialects over HTTP to which these are
 * compared. Or all share one to each node, as gRPC lets the clients in one process.
 */
public final class LocketDriver implements Driver {
  private final EventLoop loop;
  private final List<InetSocketAddress> addresses;
  private final SharedWires<Http2Wire> wires;
  private final String run = "bench-" + Long.toString(System.nanoTime(), 36);
  private int stages;

  private LocketDriver(EventLoop loop, List<InetSocketAddress> addresses, int connectionsPerNode) {
    this.loop = loop;
    this.addresses = List.copyOf(addresses);
    this.wires = new SharedWires<>(addresses.size(), connectionsPerNode);
  }

  public static LocketDriver alone(EventLoop loop, List<InetSocketAddress> addresses) {
    return new LocketDriver(loop, addresses, 0);
  }

  public static LocketDriver shared(EventLoop loop, List<InetSocketAddress> addresses) {
    return new LocketDriver(loop, addresses, 1);
  }

  @Override
  public int nodes() {
    return addresses.size();
  }

  @Override
  public void newStage() {
    stages++;
    wires.closeAll();
  }

  @Override
  public Actor actor(Workload workload, Stage stage, int index, int node) {
    Http2Wire wire = wires.get(index, node, () -> open(node));
    LocketActor.Place place = new LocketActor.Place(wire, stage, run + "/" + stages + "/" + index);
    return switch (workload) {
      case PAIRS -> new Pairs(place);
      case RENEWALS -> new Holder(place, true);
      case READS -> new Holder(place, false);
      case HANDOFF, HOLD, PAIRS_VARIANT, READS_LOCAL ->
          throw new IllegalArgumentException("no " + workload.word() + " for Locket");
    };
  }

  private Http2Wire open(int node) {
    Http2Wire wire = new Http2Wire(loop, addresses.get(node));
    wire.open();
    return wire;
  }
}
