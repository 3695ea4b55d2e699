package io.tenure.bench.load.locket;

import io.tenure.bench.load.Actor;
import io.tenure.bench.load.Driver;
import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.Stage;
import io.tenure.bench.load.Workload;
import io.tenure.bench.load.grpc.Http2Wire;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Clients of Locket. Each has a connection of its own: so have the original's clients, of which
 * each is a process, and so have the clients of the dialects over HTTP to which these are compared.
 */
public final class LocketDriver implements Driver {
  private final EventLoop loop;
  private final List<InetSocketAddress> addresses;
  private final String run = "bench-" + Long.toString(System.nanoTime(), 36);
  private int stages;

  public LocketDriver(EventLoop loop, List<InetSocketAddress> addresses) {
    this.loop = loop;
    this.addresses = List.copyOf(addresses);
  }

  @Override
  public int nodes() {
    return addresses.size();
  }

  @Override
  public void newStage() {
    stages++;
  }

  @Override
  public Actor actor(Workload workload, Stage stage, int index, int node) {
    Http2Wire wire = new Http2Wire(loop, addresses.get(node));
    LocketActor.Place place = new LocketActor.Place(wire, stage, run + "/" + stages + "/" + index);
    Actor actor =
        switch (workload) {
          case PAIRS -> new Pairs(place);
          case RENEWALS -> new Holder(place, true);
          case READS -> new Holder(place, false);
          case HANDOFF, HOLD, PAIRS_VARIANT, READS_LOCAL ->
              throw new IllegalArgumentException("no " + workload.word() + " for Locket");
        };
    wire.open();
    return actor;
  }
}
