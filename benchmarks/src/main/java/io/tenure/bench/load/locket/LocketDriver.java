package io.tenure.bench.load.locket;

import io.tenure.bench.load.Actor;
import io.tenure.bench.load.Driver;
import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.LoadKind;
import io.tenure.bench.load.SharedWires;
import io.tenure.bench.load.Stage;
import io.tenure.bench.load.grpc.Http2Wire;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Clients of Locket. Either all share one connection to each node, as those do that are in one
 * process and use a gRPC library. Or each has a connection of its own, as if each were a process.
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
  public Actor actor(LoadKind workload, Stage stage, int index, int node) {
    Http2Wire wire = wires.get(index, node, () -> open(node));
    LocketActor.Place place = new LocketActor.Place(wire, stage, run + "/" + stages + "/" + index);
    return switch (workload) {
      case PAIRS -> new LocketPairs(place);
      case RENEWALS -> new LocketHolder(place, true);
      case READS -> new LocketHolder(place, false);
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
