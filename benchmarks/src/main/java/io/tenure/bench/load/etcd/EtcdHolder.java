package io.tenure.bench.load.etcd;

import io.tenure.bench.load.grpc.GrpcCall;
import io.tenure.bench.load.grpc.ProtoReader;

/** Holds one key with a lease, and keeps the lease alive over a stream, or reads the key. */
final class EtcdHolder extends EtcdActor {
  private enum Step {
    GRANT,
    CREATE,
    USE
  }

  private final boolean renews;
  private final byte[] key = key("");
  private final GrpcCall stream = new GrpcCall(new Renewals());
  private Step step = Step.GRANT;
  private long lease;
  private long startedNanos;

  EtcdHolder(Place place, boolean renews) {
    super(place);
    this.renews = renews;
  }

  @Override
  public void opened() {
    call(EtcdMessages.LEASE_GRANT, messages.leaseGrant(TTL_SECONDS));
  }

  @Override
  public void operate() {
    startedNanos = System.nanoTime();
    step = Step.USE;
    if (renews) {
      wire().send(stream, messages.lease(lease));
    } else {
      call(EtcdMessages.RANGE, messages.key(key));
    }
  }

  @Override
  public void retire() {
    retireAndRevoke(lease);
  }

  @Override
  public void message(ProtoReader message) {
    if (step == Step.GRANT) {
      lease = leaseId(message);
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
        if (renews) {
          wire().begin(stream, EtcdMessages.LEASE_KEEP_ALIVE);
        }
        stage.ready(this);
      }
      case USE -> used();
    }
  }

  private void used() {
    stage.record(startedNanos);
    stage.next(this);
  }

  @Override
  protected void refused() {
    stage.failed(this, step + " was refused");
  }

  /** Hears the answers to keep-alives. */
  private final class Renewals implements GrpcCall.Listener {
    private static final int TTL = 3;

    @Override
    public void message(ProtoReader message) {
      if (retiring()) {
        return;
      }
      if (message.find(TTL) && message.number() > 0) {
        used();
      } else {
        stage.failed(EtcdHolder.this, "the lease is gone");
      }
    }

    @Override
    public void ended(boolean ok) {
      EtcdHolder.this.broken("the keep-alive stream ended");
    }
  }
}
