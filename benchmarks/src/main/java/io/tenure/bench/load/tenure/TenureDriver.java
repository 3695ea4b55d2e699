package io.tenure.bench.load.tenure;

import io.tenure.bench.load.Actor;
import io.tenure.bench.load.Baton;
import io.tenure.bench.load.Driver;
import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.Stage;
import io.tenure.bench.load.Workload;
import java.net.InetSocketAddress;
import java.util.List;

/** Clients of the claims dialect. */
public final class TenureDriver implements Driver {
  private final EventLoop loop;
  private final List<InetSocketAddress> addresses;
  private final String run = "bench-" + Long.toString(System.nanoTime(), 36);
  private Baton baton = new Baton();
  private int stages;

  public TenureDriver(EventLoop loop, List<InetSocketAddress> addresses) {
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
    boolean shared = workload == Workload.HANDOFF;
    String resource = run + "/" + stages + "/" + (shared ? "shared" : index);
    ClaimsActor.Place place = new ClaimsActor.Place(loop, addresses.get(node), stage, resource);
    return switch (workload) {
      case PAIRS -> new Pairs(place);
      case RENEWALS -> new Holder(place, true);
      case READS -> new Holder(place, false);
      case HANDOFF -> new Waiter(place, baton);
      case HOLD -> new Hoarder(place);
      case PAIRS_VARIANT, READS_LOCAL ->
          throw new IllegalArgumentException("no " + workload.word() + " for Tenure");
    };
  }
}
