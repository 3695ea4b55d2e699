package io.tenure.bench.load.tenure;

/** Acquires one new resource after the other by claims, and keeps them all. */
final class TenureHoarder extends HttpActor {
  private static final int HOUR_SECONDS = 3_600;

  private final ClaimRequests requests;
  private long startedNanos;

  TenureHoarder(Place place) {
    super(place);
    this.requests = new ClaimRequests(place.node(), place.resource(), HOUR_SECONDS);
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    requests.acquire(wire, freshResource(), HOUR_SECONDS);
  }

  @Override
  public void answered(int status, long id) {
    if (status == statuses.acquired()) {
      stage.record(startedNanos);
      stage.next(this);
    } else {
      refused("acquire", status);
    }
  }
}
