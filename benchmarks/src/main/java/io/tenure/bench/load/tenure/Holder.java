package io.tenure.bench.load.tenure;

/** Holds one claim, and renews or reads it. */
final class Holder extends ClaimsActor {
  private enum Step {
    ACQUIRE,
    USE,
    RELEASE
  }

  private final boolean renews;
  private Step step = Step.ACQUIRE;
  private long claim;
  private long startedNanos;

  Holder(Place place, boolean renews) {
    super(place);
    this.renews = renews;
  }

  @Override
  public void opened() {
    wire.send(requests.create(place.resource(), renews ? TTL_SECONDS : 3_600));
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    step = Step.USE;
    if (renews) {
      requests.renew(wire, claim);
    } else {
      requests.get(wire, claim);
    }
  }

  @Override
  public void retire() {
    step = Step.RELEASE;
    requests.release(wire, claim);
  }

  @Override
  public void answered(int status, long id) {
    switch (step) {
      case ACQUIRE -> acquired(status, id);
      case USE -> used(status);
      case RELEASE -> super.retire();
    }
  }

  private void acquired(int status, long id) {
    if (status == 201) {
      claim = id;
      stage.ready(this);
    } else {
      close();
      stage.lost(this, "the claim to hold was answered " + status);
    }
  }

  private void used(int status) {
    if (status == 200) {
      stage.record(startedNanos);
      stage.next(this);
    } else {
      refused(renews ? "renewal" : "read", status);
    }
  }
}
