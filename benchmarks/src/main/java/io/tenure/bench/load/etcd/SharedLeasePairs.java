package io.tenure.bench.load.etcd;

import io.tenure.bench.load.grpc.ProtoReader;

/** One lease for all locks of a client: create the key with it, delete the key. */
final class SharedLeasePairs extends EtcdActor {
  private enum Step {
    GRANT,
    CREATE,
    DELETE
  }

  private byte[] key;
  private Step step = Step.GRANT;
  private long lease;
  private boolean created;
  private long startedNanos;

  SharedLeasePairs(Place place) {
    super(place);
    key = key("");
  }

  @Override
  public void opened() {
    call(EtcdMessages.LEASE_GRANT, messages.leaseGrant(TTL_SECONDS));
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    step = Step.CREATE;
    call(EtcdMessages.TXN, messages.createIfAbsent(key, lease));
  }

  @Override
  public void retire() {
    retireAndRevoke(lease);
  }

  @Override
  public void message(ProtoReader message) {
    switch (step) {
      case GRANT -> lease = leaseId(message);
      case CREATE -> created = succeeded(message);
      case DELETE -> {}
    }
  }

  @Override
  protected void answered() {
    if (step == Step.GRANT) {
      stage.ready(this);
    } else if (step == Step.CREATE && created) {
      step = Step.DELETE;
      call(EtcdMessages.DELETE_RANGE, messages.key(key));
    } else if (step == Step.DELETE) {
      stage.record(startedNanos);
      stage.next(this);
    } else {
      refused();
    }
  }

  @Override
  protected void refused() {
    key = key("-" + stage.nextNumber());
    stage.failed(this, step + " was refused");
  }
}
