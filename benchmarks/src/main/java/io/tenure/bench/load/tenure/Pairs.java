package io.tenure.bench.load.tenure;

/** Acquires and releases a resource of its own. */
final class Pairs extends ClaimsActor {
  private byte[] create;
  private boolean acquiring;
  private long startedNanos;

  Pairs(Place place) {
    super(place);
    create = requests.create(place.resource(), TTL_SECONDS);
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    acquiring = true;
    wire.send(create);
  }

  @Override
  public void answered(int status, long id) {
    if (acquiring && status == 201) {
      acquiring = false;
      requests.release(wire, id);
    } else if (!acquiring && status == 204) {
      stage.record(startedNanos);
      stage.next(this);
    } else {
      create = requests.create(freshResource(), TTL_SECONDS);
      refused(acquiring ? "acquire" : "release", status);
    }
  }
}
