package io.tenure.gateway.locket;

import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A request as it came. gRPC would answer bytes that are no message with a failure of the server;
 * but it is the client who is wrong.
 *
 * @param message null if the bytes are none
 */
record Received<Q>(@Nullable Q message) {

  /** Reads messages, and lets what is none pass as such. */
  static <Q> Marshaller<Received<Q>> by(Marshaller<Q> strict) {
    return new Marshaller<>() {
      @Override
      public InputStream stream(Received<Q> received) {
        if (received.message() == null) {
          throw new IllegalArgumentException("nothing to send");
        }
        return strict.stream(received.message());
      }

      @Override
      public Received<Q> parse(InputStream bytes) {
        try {
          return new Received<>(strict.parse(bytes));
        } catch (StatusRuntimeException e) {
          if (e.getStatus().getCode() != Status.Code.INTERNAL) {
            throw e;
          }
          return new Received<>(null);
        }
      }
    };
  }
}
