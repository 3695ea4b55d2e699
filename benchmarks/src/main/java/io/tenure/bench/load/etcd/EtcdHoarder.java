package io.tenure.bench.load.etcd;

import io.tenure.bench.load.grpc.ProtoReader;

/** Creates one key with a lease of its own after the other, and keeps them all. */
final class EtcdHoarder extends EtcdActor {
  private static final long HOUR_SECONDS = 3_600;

  private boolean granting;
  private boolean created;
  private long lease;
  private long startedNanos;

  EtcdHoarder(Place place) {
    super(place);
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    granting = true;
    call(EtcdMessages.LEASE_GRANT, messages.leaseGrant(HOUR_SECONDS));
  }

  @Override
  public void message(ProtoReader message) {
    if (granting) {
      lease = leaseId(message);
    } else {
      created = succeeded(message);
    }
  }

  @Override
  protected void answered() {
    if (granting) {
      granting = false;
      call(EtcdMessages.TXN, messages.createIfAbsent(key("-" + stage.nextNumber()), lease));
    } else if (created) {
      stage.record(startedNanos);
      stage.next(this);
    } else {
      refused();
    }
  }

  @Override
  protected void refused() {
    stage.failed(this, "acquire was refused");
  }
}
