package io.tenure.bench.load.tenure;

import io.tenure.bench.load.Baton;

/** Waits in the queue of the one resource with claims, and releases it as soon as it is active. */
final class TenureWaiter extends HttpActor {
  private enum Step {
    WAIT,
    RELEASE,
    WITHDRAW
  }

  private final Baton baton;
  private final ClaimRequests requests;
  private Step step = Step.WAIT;

  TenureWaiter(Place place, Baton baton) {
    super(place);
    this.baton = baton;
    this.requests = new ClaimRequests(place.node(), place.resource(), TTL_SECONDS);
  }

  @Override
  public void operate() {
    step = Step.WAIT;
    requests.acquireAndWait(wire);
  }

  @Override
  public void answered(int status, long id) {
    switch (step) {
      case WAIT -> waited(status, id);
      case RELEASE -> released(status);
      case WITHDRAW -> refused("waiting", 202);
    }
  }

  private void waited(int status, long id) {
    if (status == 201) {
      baton.taken(stage);
      baton.released();
      step = Step.RELEASE;
      requests.release(wire, id);
    } else if (status == 202) {
      step = Step.WITHDRAW;
      requests.withdraw(wire, id);
    } else {
      refused("waiting", status);
    }
  }

  private void released(int status) {
    if (status == 204) {
      stage.next(this);
    } else {
      refused("release", status);
    }
  }
}
