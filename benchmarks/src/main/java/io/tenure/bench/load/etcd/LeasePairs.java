package io.tenure.bench.load.etcd;

import io.tenure.bench.load.grpc.ProtoReader;

/**
 * One lease per lock: grant a lease, create the key with it, revoke the lease, which deletes the
 * key. Three replicated writes are the least that this takes.
 */
final class LeasePairs extends EtcdActor {
  private enum Step {
    GRANT,
    CREATE,
    REVOKE
  }

  private byte[] key;
  private Step step = Step.GRANT;
  private long lease;
  private boolean created;
  private long startedNanos;

  LeasePairs(Place place) {
    super(place);
    key = key("");
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    step = Step.GRANT;
    call(EtcdMessages.LEASE_GRANT, messages.leaseGrant(TTL_SECONDS));
  }

  @Override
  public void message(ProtoReader message) {
    switch (step) {
      case GRANT -> lease = leaseId(message);
      case CREATE -> created = succeeded(message);
      case REVOKE -> {}
    }
  }

  @Override
  protected void answered() {
    switch (step) {
      case GRANT -> {
        step = Step.CREATE;
        call(EtcdMessages.TXN, messages.createIfAbsent(key, lease));
      }
      case CREATE -> {
        if (created) {
          step = Step.REVOKE;
          call(EtcdMessages.LEASE_REVOKE, messages.lease(lease));
        } else {
          refused();
        }
      }
      case REVOKE -> {
        stage.record(startedNanos);
        stage.next(this);
      }
    }
  }

  @Override
  protected void refused() {
    key = key("-" + stage.nextNumber());
    stage.failed(this, step + " was refused");
  }
}
