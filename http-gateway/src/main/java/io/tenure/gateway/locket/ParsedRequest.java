package io.tenure.gateway.locket;

import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A request as it came. gRPC would answer bytes that are no message, and compressed bytes that
 * become too many, with a failure of the server and a stack trace; but it is the client who is
 * wrong.
 *
 * @param message null if the bytes are none
 * @param flaw why they are none; null if they are one
 */
record ParsedRequest<Q>(@Nullable Q message, @Nullable Status flaw) {

  /** Reads messages, and lets what is none pass as such. */
  static <Q> Marshaller<ParsedRequest<Q>> by(Marshaller<Q> strict) {
    return new Marshaller<>() {
      @Override
      public InputStream stream(ParsedRequest<Q> received) {
        if (received.message() == null) {
          throw new IllegalArgumentException("nothing to send");
        }
        return strict.stream(received.message());
      }

      @Override
      public ParsedRequest<Q> parse(InputStream bytes) {
        try {
          return new ParsedRequest<>(strict.parse(bytes), null);
        } catch (StatusRuntimeException e) {
          return new ParsedRequest<>(null, flaw(e.getStatus()));
        }
      }
    };
  }

  /** The limit on sizes is also met here, while a compressed message is read. */
  private static Status flaw(Status failure) {
    return failure.getCode() == Status.Code.RESOURCE_EXHAUSTED
        ? LocketRefusals.TOO_LARGE
        : LocketRefusals.UNREADABLE;
  }
}
