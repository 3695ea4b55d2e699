/**
 * gRPC by hand, as far as the few calls of the load generator need it: HTTP/2 and protobuf. Used by
 * the clients of etcd and by those of Tenure's Locket.
 */
@NullMarked
package io.tenure.bench.load.grpc;

import org.jspecify.annotations.NullMarked;
