package io.tenure.bench.load.etcd;

import io.tenure.bench.load.grpc.ProtoWriter;

/** The requests of etcd's API that the clients make, with the field numbers of its .proto files. */
final class EtcdMessages {
  static final String LEASE_GRANT = "/etcdserverpb.Lease/LeaseGrant";
  static final String LEASE_REVOKE = "/etcdserverpb.Lease/LeaseRevoke";
  static final String LEASE_KEEP_ALIVE = "/etcdserverpb.Lease/LeaseKeepAlive";
  static final String RANGE = "/etcdserverpb.KV/Range";
  static final String TXN = "/etcdserverpb.KV/Txn";
  static final String DELETE_RANGE = "/etcdserverpb.KV/DeleteRange";
  static final String WATCH = "/etcdserverpb.Watch/Watch";

  private static final int COMPARE_CREATE_REVISION = 1;
  private static final int SORT_BY_CREATE_REVISION = 2;
  private static final int ASCENDING = 1;
  private static final int DESCENDING = 2;

  private final ProtoWriter writer = new ProtoWriter();

  ProtoWriter leaseGrant(long ttlSeconds) {
    return writer.clear().number(1, ttlSeconds);
  }

  /** Also the message of a keep-alive, which has the same form. */
  ProtoWriter lease(long id) {
    return writer.clear().number(1, id);
  }

  ProtoWriter key(byte[] key) {
    return writer.clear().bytes(1, key);
  }

  /** Puts the key with a lease, if it is not there. */
  ProtoWriter createIfAbsent(byte[] key, long lease) {
    writer.clear();
    ifAbsent(key);
    put(key, lease);
    return writer;
  }

  /** As the official mutex asks: put my key if it is not there, and tell who is first. */
  ProtoWriter enqueue(byte[] key, byte[] prefix, long lease) {
    writer.clear();
    ifAbsent(key);
    put(key, lease);
    writer.begin(2).begin(1);
    byCreation(prefix, ASCENDING);
    writer.end().end();
    writer.begin(3).begin(1).bytes(1, key).end().end();
    writer.begin(3).begin(1);
    byCreation(prefix, ASCENDING);
    writer.end().end();
    return writer;
  }

  /** The youngest key that is older than the given revision. */
  ProtoWriter lastBefore(byte[] prefix, long revision) {
    writer.clear();
    byCreation(prefix, DESCENDING);
    return writer.number(13, revision - 1);
  }

  ProtoWriter watch(byte[] key, long revision) {
    return writer.clear().begin(1).bytes(1, key).number(3, revision).end();
  }

  ProtoWriter cancelWatch(long watch) {
    return writer.clear().begin(2).number(1, watch).end();
  }

  private void ifAbsent(byte[] key) {
    writer.begin(1).number(2, COMPARE_CREATE_REVISION).bytes(3, key).number(5, 0).end();
  }

  private void put(byte[] key, long lease) {
    writer.begin(2).begin(2).bytes(1, key).number(3, lease).end().end();
  }

  private void byCreation(byte[] prefix, int order) {
    byte[] end = prefix.clone();
    end[end.length - 1]++;
    writer.bytes(1, prefix).bytes(2, end).number(3, 1);
    writer.number(5, order).number(6, SORT_BY_CREATE_REVISION);
  }
}
