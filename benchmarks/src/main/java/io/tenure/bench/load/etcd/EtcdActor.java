package io.tenure.bench.load.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tenure.bench.load.Stage;
import io.tenure.bench.load.grpc.GrpcActor;
import io.tenure.bench.load.grpc.Http2Wire;
import io.tenure.bench.load.grpc.ProtoReader;

/** What all etcd clients have in common. */
abstract class EtcdActor extends GrpcActor {
  static final long TTL_SECONDS = 60;
  private static final int LEASE_ID = 2;
  private static final int TXN_SUCCEEDED = 2;

  /** Where a client works; the key is the name of what it locks. */
  record Place(Http2Wire wire, EtcdMessages messages, Stage stage, String key) {}

  final EtcdMessages messages;
  final Place place;

  EtcdActor(Place place) {
    super(place.wire(), place.stage());
    this.place = place;
    this.messages = place.messages();
  }

  final byte[] key(String suffix) {
    return (place.key() + suffix).getBytes(UTF_8);
  }

  /** Gives a lease back, and with it the key, before the client retires. */
  final void retireAndRevoke(long lease) {
    retireWith(EtcdMessages.LEASE_REVOKE, messages.lease(lease));
  }

  static long leaseId(ProtoReader granted) {
    return granted.find(LEASE_ID) ? granted.number() : 0;
  }

  static boolean succeeded(ProtoReader txn) {
    return txn.find(TXN_SUCCEEDED) && txn.number() == 1;
  }
}
