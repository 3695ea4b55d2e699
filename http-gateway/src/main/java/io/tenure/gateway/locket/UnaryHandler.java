package io.tenure.gateway.locket;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.tenure.gateway.Access;
import io.tenure.gateway.Shown;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves one method: takes its one message, and answers when the cluster has. A call that waits
 * costs memory, but no thread.
 */
final class UnaryHandler<Q, A> implements ServerCallHandler<ParsedRequest<Q>, A> {

  private static final Logger log = LoggerFactory.getLogger(UnaryHandler.class);

  /** What a method does. It may fail as {@link io.tenure.service.Leases} does. */
  interface Method<Q, A> {
    CompletionStage<LocketReply<A>> answer(Q request, RetryUntilDeadline retries);
  }

  private final String name;
  private final Method<Q, A> method;
  private final CallTerms reception;
  private final Function<Q, Access> access;

  /**
   * Makes a handler.
   *
   * @param access what a call of the method would do
   */
  UnaryHandler(String name, Function<Q, Access> access, Method<Q, A> method, CallTerms reception) {
    this.name = name;
    this.access = access;
    this.method = method;
    this.reception = reception;
  }

  @Override
  public ServerCall.Listener<ParsedRequest<Q>> startCall(
      ServerCall<ParsedRequest<Q>, A> call, Metadata headers) {
    reception.observer().started(name);
    call.request(2); // one is expected; the other would show that there is one too many
    return new Exchange(call, new ShownInMetadata(headers, peer(call), certificate(call)));
  }

  /** The address of the caller, or nothing if it has none. */
  private static String peer(ServerCall<?, ?> call) {
    SocketAddress peer = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    return peer instanceof InetSocketAddress address && address.getAddress() != null
        ? address.getAddress().getHostAddress()
        : "";
  }

  /** What the client has shown in its handshake, if there was one and it has. */
  private static Optional<X509Certificate> certificate(ServerCall<?, ?> call) {
    SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    try {
      return session != null && session.getPeerCertificates()[0] instanceof X509Certificate shown
          ? Optional.of(shown)
          : Optional.empty();
    } catch (SSLPeerUnverifiedException anonymous) {
      return Optional.empty();
    }
  }

  /** One call. It is settled once: by its answer, or by its client's going away. */
  private final class Exchange extends ServerCall.Listener<ParsedRequest<Q>> {

    private final ServerCall<ParsedRequest<Q>, A> call;
    private final Shown shown;
    private final Executor home = reception.home().get();
    private final RetryUntilDeadline retries;
    private final long startedNanos = System.nanoTime();
    private final AtomicBoolean settled = new AtomicBoolean();
    private @Nullable ParsedRequest<Q> received;

    Exchange(ServerCall<ParsedRequest<Q>, A> call, Shown shown) {
      this.call = call;
      this.shown = shown;
      this.retries = reception.retries(settled::get);
    }

    @Override
    public void onMessage(ParsedRequest<Q> message) {
      if (received == null) {
        received = message;
      } else {
        settle(LocketReply.refused(LocketRefusals.NO_REQUEST));
      }
    }

    @Override
    public void onHalfClose() {
      if (received == null) {
        settle(LocketReply.refused(LocketRefusals.NO_REQUEST));
      } else if (received.flaw() != null) {
        settle(LocketReply.refused(received.flaw()));
      } else if (received.message() != null) {
        answerIfAllowed(received.message());
      }
    }

    private void answerIfAllowed(Q request) {
      reception
          .guard()
          .objection(shown, access.apply(request), retries.caller())
          .whenComplete(
              (why, failure) -> {
                if (failure != null) {
                  settle(LocketReply.refused(told(failure)));
                } else if (why.isPresent()) {
                  settle(LocketReply.refused(LocketRefusals.of(why.get())));
                } else {
                  answerAfterTurn(request);
                }
              });
    }

    /**
     * When all is read that has come so far: after a pause of this node, the client's request and
     * its giving up may both have waited in the socket. An old release must not be carried out
     * then, since it would end whatever its owner has locked since.
     */
    private void answerAfterTurn(Q request) {
      home.execute(
          () -> {
            if (!settled.get()) {
              answer(request);
            }
          });
    }

    @Override
    public void onCancel() {
      if (settled.compareAndSet(false, true)) {
        observe(Status.Code.CANCELLED);
      }
    }

    private void answer(Q request) {
      try {
        method
            .answer(request, retries)
            .whenComplete(
                (reply, failure) ->
                    settle(failure == null ? reply : LocketReply.refused(told(failure))));
      } catch (RuntimeException fault) {
        settle(LocketReply.refused(told(fault)));
      }
    }

    private void settle(LocketReply<A> reply) {
      if (!settled.compareAndSet(false, true)) {
        return;
      }
      if (reply.message() != null) {
        call.sendHeaders(reply.headers());
        call.sendMessage(reply.message());
      }
      call.close(reply.status(), new Metadata());
      observe(reply.status().getCode());
    }

    private void observe(Status.Code code) {
      reception.observer().answered(name, code.name(), System.nanoTime() - startedNanos);
    }
  }

  private Status told(Throwable failure) {
    Throwable cause = RetryUntilDeadline.cause(failure);
    if (cause instanceof UnavailableException) {
      return LocketRefusals.unavailable(String.valueOf(cause.getMessage()));
    }
    if (cause instanceof UnknownOutcomeException) {
      return LocketRefusals.unknownOutcome(String.valueOf(cause.getMessage()));
    }
    log.error("Locket failed at {}", name, cause);
    return LocketRefusals.INTERNAL;
  }
}
