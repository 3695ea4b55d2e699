package io.tenure.bench.load.zookeeper;

import io.tenure.bench.load.Actor;
import io.tenure.bench.load.Baton;
import io.tenure.bench.load.Driver;
import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.Stage;
import io.tenure.bench.load.Workload;
import java.net.InetSocketAddress;
import java.util.List;

/** Clients of ZooKeeper. */
public final class ZooKeeperDriver implements Driver {
  private final EventLoop loop;
  private final List<InetSocketAddress> addresses;
  private final String run = "/bench-" + Long.toString(System.nanoTime(), 36);
  private Baton baton = new Baton();
  private int stages;

  public ZooKeeperDriver(EventLoop loop, List<InetSocketAddress> addresses) {
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
    baton = new Baton();
  }

  @Override
  public Actor actor(Workload workload, Stage stage, int index, int node) {
    NodeActor.Place place =
        new NodeActor.Place(loop, addresses.get(node), stage, run + "-" + stages, index);
    return switch (workload) {
      case PAIRS -> new RawPairs(place);
      case PAIRS_VARIANT -> new RecipePairs(place);
      case RENEWALS -> new Holder(place, Holder.Use.SET_DATA);
      case READS -> new Holder(place, Holder.Use.SYNC_AND_GET);
      case READS_LOCAL -> new Holder(place, Holder.Use.GET);
      case HANDOFF -> new Waiter(place, baton);
      case HOLD -> new Hoarder(place);
    };
  }
}
