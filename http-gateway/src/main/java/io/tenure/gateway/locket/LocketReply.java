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
record LocketReply<A>(Status status, @Nullable A message, Metadata headers) {

  static <A> LocketReply<A> of(A message) {
    return new LocketReply<>(Status.OK, message, new Metadata());
  }

  static <A> LocketReply<A> refused(Status status) {
    return new LocketReply<>(status, null, new Metadata());
  }
}
