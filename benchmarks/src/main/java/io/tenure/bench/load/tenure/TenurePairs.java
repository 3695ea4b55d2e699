package io.tenure.bench.load.tenure;

/** Acquires and releases a resource of its own. */
final class TenurePairs extends HttpActor {
  private TenureRequests requests;
  private boolean acquiring;
  private long startedNanos;

  TenurePairs(Place place) {
    super(place);
    requests = requests(place.resource(), TTL_SECONDS);
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    acquiring = true;
    requests.acquire(wire);
  }

  @Override
  public void answered(int status, long proof) {
    if (acquiring && status == statuses.acquired()) {
      acquiring = false;
      requests.release(wire, proof);
    } else if (!acquiring && status == statuses.released()) {
      stage.record(startedNanos);
      stage.next(this);
    } else {
      requests = requests(freshResource(), TTL_SECONDS);
      refused(acquiring ? "acquire" : "release", status);
    }
  }
}
