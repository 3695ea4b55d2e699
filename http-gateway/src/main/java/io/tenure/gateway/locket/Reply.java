package io.tenure.gateway.locket;

import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * What a call is answered with.
 *
 * @param message null unless the status is OK
 * @param headers sent before the message
 */
record Reply<A>(Status status, @Nullable A message, Metadata headers) {

  static <A> Reply<A> of(A message) {
    return new Reply<>(Status.OK, message, new Metadata());
  }

  static <A> Reply<A> refused(Status status) {
    return new Reply<>(status, null, new Metadata());
  }
}
