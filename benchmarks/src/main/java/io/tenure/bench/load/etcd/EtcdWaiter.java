package io.tenure.bench.load.etcd;

import io.tenure.bench.load.Baton;
import io.tenure.bench.load.grpc.GrpcCall;
import io.tenure.bench.load.grpc.ProtoReader;

/**
 * The official mutex: put a key of one's own below the lock's prefix, and hold the lock when no
 * older key is there; else watch the youngest older key until it is deleted, and look again. The
 * last look at one's own key, which newer versions of that mutex add, is left out in etcd's favour.
 */
final class EtcdWaiter extends EtcdActor {
  private enum Step {
    GRANT,
    ENQUEUE,
    LOOK,
    WATCH,
    DELETE
  }

  private static final int HEADER = 1;
  private static final int HEADER_REVISION = 3;

  private final Baton baton;
  private final byte[] prefix = key("/");
  private final GrpcCall watches = new GrpcCall(new Watches());
  private byte[] mine = {};
  private Step step = Step.GRANT;
  private long lease;
  private long myRevision;
  private long seenRevision;
  private long ownerRevision;
  private byte[] before = {};
  private byte[] foundKey = {};
  private long foundRevision;

  EtcdWaiter(Place place, Baton baton) {
    super(place);
    this.baton = baton;
  }

  @Override
  public void opened() {
    wire().begin(watches, EtcdMessages.WATCH);
    call(EtcdMessages.LEASE_GRANT, messages.leaseGrant(TTL_SECONDS));
  }

  @Override
  public void operate() {
    step = Step.ENQUEUE;
    call(EtcdMessages.TXN, messages.enqueue(mine, prefix, lease));
  }

  @Override
  public void retire() {
    retireAndRevoke(lease);
  }

  @Override
  public void message(ProtoReader message) {
    switch (step) {
      case GRANT -> lease = leaseId(message);
      case ENQUEUE -> enqueued(message);
      case LOOK -> looked(message);
      default -> {}
    }
  }

  private void enqueued(ProtoReader txn) {
    ownerRevision = 0;
    for (int field = txn.next(); field != 0; field = txn.next()) {
      if (field == HEADER) {
        myRevision = revision(txn.message());
      } else if (field == 3) {
        // The last of the two answers is the owner's key.
        ProtoReader answer = txn.message();
        if (answer.find(1) && range(answer.message())) {
          ownerRevision = foundRevision;
        }
      }
    }
  }

  private void looked(ProtoReader answer) {
    ownerRevision = 0;
    if (range(answer)) {
      ownerRevision = foundRevision;
      before = foundKey;
    }
  }

  /** Takes the revision and the first key of a range's answer; false when there is no key. */
  private boolean range(ProtoReader range) {
    boolean found = false;
    for (int field = range.next(); field != 0; field = range.next()) {
      if (field == HEADER) {
        seenRevision = revision(range.message());
      } else if (field == 2) {
        found = true;
        ProtoReader pair = range.message();
        foundKey = pair.find(1) ? pair.bytes() : foundKey;
        foundRevision = pair.find(2) ? pair.number() : 0;
      }
    }
    return found;
  }

  private static long revision(ProtoReader header) {
    return header.find(HEADER_REVISION) ? header.number() : 0;
  }

  @Override
  protected void answered() {
    switch (step) {
      case GRANT -> {
        mine = key("/" + Long.toHexString(lease));
        stage.ready(this);
      }
      case ENQUEUE -> {
        if (ownerRevision == myRevision) {
          locked();
        } else {
          look();
        }
      }
      case LOOK -> {
        if (ownerRevision == 0) {
          locked();
        } else {
          step = Step.WATCH;
          wire().send(watches, messages.watch(before, seenRevision));
        }
      }
      case WATCH -> throw new IllegalStateException("an answer while watching");
      case DELETE -> stage.next(this);
    }
  }

  private void look() {
    step = Step.LOOK;
    call(EtcdMessages.RANGE, messages.lastBefore(prefix, myRevision));
  }

  private void locked() {
    baton.taken(stage);
    baton.released();
    step = Step.DELETE;
    call(EtcdMessages.DELETE_RANGE, messages.key(mine));
  }

  @Override
  protected void refused() {
    stage.failed(this, step + " was refused");
  }

  /** Hears of deleted keys. */
  private final class Watches implements GrpcCall.Listener {
    private static final int WATCH_ID = 2;
    private static final int CREATED = 3;
    private static final int EVENTS = 11;
    private static final int DELETED = 1;
    private long current;

    @Override
    public void message(ProtoReader message) {
      long watch = 0;
      boolean created = false;
      boolean deleted = false;
      for (int field = message.next(); field != 0; field = message.next()) {
        switch (field) {
          case WATCH_ID -> watch = message.number();
          case CREATED -> created = message.number() == 1;
          case EVENTS -> {
            ProtoReader event = message.message();
            deleted |= event.find(1) && event.number() == DELETED;
          }
          default -> {}
        }
      }
      if (created) {
        current = watch;
      }
      if (deleted && watch == current && step == Step.WATCH) {
        wire().send(watches, messages.cancelWatch(watch));
        look();
      }
    }

    @Override
    public void ended(boolean ok) {
      EtcdWaiter.this.broken("the watch stream ended");
    }
  }
}
