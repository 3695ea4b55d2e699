package io.tenure.bench.load.tenure;

/** Holds one lease, and renews or reads it. */
final class TenureHolder extends HttpActor {
  private static final int HOUR_SECONDS = 3_600;
  private static final int READ = 200;

  private enum Step {
    ACQUIRE,
    USE,
    RELEASE
  }

  private final boolean renews;
  private final TenureRequests requests;
  private Step step = Step.ACQUIRE;
  private long proof;
  private long startedNanos;

  TenureHolder(Place place, boolean renews) {
    super(place);
    this.renews = renews;
    this.requests = requests(place.resource(), renews ? TTL_SECONDS : HOUR_SECONDS);
  }

  @Override
  public void opened() {
    requests.acquire(wire);
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    step = Step.USE;
    if (renews) {
      requests.renew(wire, proof);
    } else {
      requests.read(wire, proof);
    }
  }

  @Override
  public void retire() {
    step = Step.RELEASE;
    requests.release(wire, proof);
  }

  @Override
  public void answered(int status, long told) {
    switch (step) {
      case ACQUIRE -> acquired(status, told);
      case USE -> used(status, told);
      case RELEASE -> super.retire();
    }
  }

  private void acquired(int status, long told) {
    if (status == statuses.acquired()) {
      proof = told;
      stage.ready(this);
    } else {
      close();
      stage.lost(this, "the lease to hold was answered " + status);
    }
  }

  private void used(int status, long told) {
    if (status == (renews ? statuses.renewed() : READ)) {
      proof = told == TenureWire.NO_NUMBER ? proof : told;
      stage.record(startedNanos);
      stage.next(this);
    } else {
      refused(renews ? "renewal" : "read", status);
    }
  }
}
