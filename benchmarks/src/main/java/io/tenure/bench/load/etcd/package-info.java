/**
 * Drives etcd with gRPC: HTTP/2 and protobuf, written by hand as far as these few calls need it.
 * What a client sends and awaits is what the official client's lease, key-value, watch and mutex
 * code would send and await.
 */
@NullMarked
package io.tenure.bench.load.etcd;

import org.jspecify.annotations.NullMarked;
