package io.tenure.bench.load.tenure;

import io.tenure.bench.load.Actor;
import io.tenure.bench.load.Baton;
import io.tenure.bench.load.Driver;
import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.LoadKind;
import io.tenure.bench.load.Stage;
import java.net.InetSocketAddress;
import java.util.List;

/** Clients of one dialect over HTTP. */
public final class TenureDriver implements Driver {
  private final EventLoop loop;
  private final List<InetSocketAddress> addresses;
  private final HttpDialect dialect;
  private final String run = "bench-" + Long.toString(System.nanoTime(), 36);
  private Baton baton = new Baton();
  private int stages;

  private TenureDriver(EventLoop loop, List<InetSocketAddress> addresses, HttpDialect dialect) {
    this.loop = loop;
    this.addresses = List.copyOf(addresses);
    this.dialect = dialect;
  }

  public static TenureDriver claims(EventLoop loop, List<InetSocketAddress> addresses) {
    return new TenureDriver(loop, addresses, HttpDialect.CLAIMS);
  }

  public static TenureDriver leases(EventLoop loop, List<InetSocketAddress> addresses) {
    return new TenureDriver(loop, addresses, HttpDialect.LEASES);
  }

  public static TenureDriver locks(EventLoop loop, List<InetSocketAddress> addresses) {
    return new TenureDriver(loop, addresses, HttpDialect.LOCKS);
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
  public Actor actor(LoadKind workload, Stage stage, int index, int node) {
    boolean shared = workload == LoadKind.HANDOFF;
    String resource = run + "/" + stages + "/" + (shared ? "shared" : index);
    InetSocketAddress address = addresses.get(node);
    HttpActor.Place place = new HttpActor.Place(loop, address, stage, dialect, resource);
    return switch (workload) {
      case PAIRS -> new TenurePairs(place);
      case RENEWALS -> new TenureHolder(place, true);
      case READS -> new TenureHolder(place, false);
      case HANDOFF, HOLD -> claimsOnly(workload, place);
      case PAIRS_VARIANT, READS_LOCAL -> throw missing(workload);
    };
  }

  /** Only claims have a queue. */
  private Actor claimsOnly(LoadKind workload, HttpActor.Place place) {
    if (dialect != HttpDialect.CLAIMS) {
      throw missing(workload);
    }
    return workload == LoadKind.HOLD ? new TenureHoarder(place) : new TenureWaiter(place, baton);
  }

  private IllegalArgumentException missing(LoadKind workload) {
    return new IllegalArgumentException("no " + workload.word() + " for Tenure's " + dialect);
  }
}
