package io.tenure.bench.load.tenure;

/** Acquires one new resource after the other and keeps them all. */
final class Hoarder extends ClaimsActor {
  private static final int HOUR_SECONDS = 3_600;

  private long startedNanos;

  Hoarder(Place place) {
    super(place);
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    wire.send(requests.create(freshResource(), HOUR_SECONDS));
  }

  @Override
  public void answered(int status, long id) {
    if (status == 201) {
      stage.record(startedNanos);
      stage.next(this);
    } else {
      refused("acquire", status);
    }
  }
}
