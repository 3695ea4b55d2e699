package io.tenure.gateway.locket;

import io.grpc.Metadata;
import io.grpc.Status;
import io.tenure.kernel.FencingToken;
import org.jspecify.annotations.Nullable;

/**
 * What one of the kernel's results is in this dialect.
 *
 * @param token of the lock that was granted or renewed, if one was
 */
record LocketAnswer(Status status, @Nullable FencingToken token) {

  static final LocketAnswer DONE = new LocketAnswer(Status.OK, null);

  static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("tenure-fencing-token", Metadata.ASCII_STRING_MARSHALLER);

  static LocketAnswer holds(FencingToken token) {
    return new LocketAnswer(Status.OK, token);
  }

  static LocketAnswer refused(Status status) {
    return new LocketAnswer(status, null);
  }

  /** The reply, with this message if the call succeeded. */
  <A> LocketReply<A> reply(A message) {
    if (!status.isOk()) {
      return LocketReply.refused(status);
    }
    LocketReply<A> reply = LocketReply.of(message);
    if (token != null) {
      reply.headers().put(TOKEN, Long.toString(token.value()));
    }
    return reply;
  }
}
