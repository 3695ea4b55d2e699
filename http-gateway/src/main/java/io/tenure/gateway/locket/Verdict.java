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
record Verdict(Status status, @Nullable FencingToken token) {

  static final Verdict DONE = new Verdict(Status.OK, null);

  static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("tenure-fencing-token", Metadata.ASCII_STRING_MARSHALLER);

  static Verdict holds(FencingToken token) {
    return new Verdict(Status.OK, token);
  }

  static Verdict refused(Status status) {
    return new Verdict(status, null);
  }

  /** The reply, with this message if the call succeeded. */
  <A> Reply<A> reply(A message) {
    if (!status.isOk()) {
      return Reply.refused(status);
    }
    Reply<A> reply = Reply.of(message);
    if (token != null) {
      reply.headers().put(TOKEN, Long.toString(token.value()));
    }
    return reply;
  }
}
