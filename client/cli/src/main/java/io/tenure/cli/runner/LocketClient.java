package io.tenure.cli.runner;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.tenure.gateway.locket.wire.FetchAllRequest;
import io.tenure.gateway.locket.wire.FetchRequest;
import io.tenure.gateway.locket.wire.LockRequest;
import io.tenure.gateway.locket.wire.LocketGrpc;
import io.tenure.gateway.locket.wire.ReleaseRequest;
import io.tenure.gateway.locket.wire.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * The four calls of Locket, each made at one node after another until one answers. Calls block.
 * Failures are {@link LocketException}s.
 */
public final class LocketClient implements AutoCloseable {

  private static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("tenure-fencing-token", Metadata.ASCII_STRING_MARSHALLER);

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final List<ManagedChannel> channels;
  private final Metadata credentials;
  private final AtomicInteger current = new AtomicInteger();

  /** Calls over these channels, which it closes at its end; see {@link LocketChannels}. */
  public LocketClient(List<ManagedChannel> channels) {
    this(channels, Optional.empty());
  }

  /**
   * Calls over these channels, which it closes at its end.
   *
   * @param token what the cluster lets in, sent with every call as {@code authorization: Bearer}
   */
  public LocketClient(List<ManagedChannel> channels, Optional<String> token) {
    this.channels = List.copyOf(channels);
    if (channels.isEmpty()) {
      throw new IllegalArgumentException("there must be a node to call");
    }
    if (token.isPresent() && !token.get().matches("[!-~]+")) {
      throw new IllegalArgumentException("the token has characters that a header cannot have");
    }
    this.credentials = new Metadata();
    token.ifPresent(secret -> credentials.put(AUTHORIZATION, "Bearer " + secret));
  }

  /** What a lock lasts that is asked for so long: Locket counts in whole seconds. */
  static Duration granted(Duration ttl) {
    return Duration.ofSeconds(Math.max(1, ttl.toSeconds()));
  }

  /** Takes a lock or renews it, and returns its fencing token; 0 if the server has none. */
  public long lock(LockedKey key, Duration ttl, Duration limit) {
    LockRequest request =
        LockRequest.newBuilder()
            .setResource(key.toResource())
            .setTtlInSeconds(granted(ttl).toSeconds())
            .build();
    AtomicLong token = new AtomicLong();
    call(limit, stub -> stub.withInterceptors(new TokenReader(token)).lock(request));
    return token.get();
  }

  public void release(LockedKey key, Duration limit) {
    ReleaseRequest request = ReleaseRequest.newBuilder().setResource(key.toResource()).build();
    call(limit, stub -> stub.release(request));
  }

  public LockedKey fetch(String key, Duration limit) {
    FetchRequest request = FetchRequest.newBuilder().setKey(key).build();
    return LockedKey.of(call(limit, stub -> stub.fetch(request)).getResource());
  }

  public List<LockedKey> fetchAll(LockedKey.Type type, Duration limit) {
    FetchAllRequest request = FetchAllRequest.newBuilder().setTypeCode(type.code()).build();
    List<Resource> found = call(limit, stub -> stub.fetchAll(request)).getResourcesList();
    return found.stream().map(LockedKey::of).toList();
  }

  /** Every node gets its share of the time, so that one that is silent does not cost all of it. */
  private <T> T call(Duration limit, Function<LocketGrpc.LocketBlockingStub, T> request) {
    long share = Math.max(1, limit.toMillis() / channels.size());
    for (int attempt = 1; ; attempt++) {
      int node = current.get();
      try {
        return request.apply(
            LocketGrpc.newBlockingStub(channels.get(node))
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(credentials))
                .withDeadlineAfter(share, TimeUnit.MILLISECONDS));
      } catch (StatusRuntimeException failure) {
        if (!isPassing(failure.getStatus()) || attempt >= channels.size()) {
          throw new LocketException(failure.getStatus());
        }
        current.compareAndSet(node, (node + 1) % channels.size());
      }
    }
  }

  private static boolean isPassing(Status status) {
    return status.getCode() == Status.Code.UNAVAILABLE
        || status.getCode() == Status.Code.DEADLINE_EXCEEDED;
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
  }

  /** Reads the fencing token from the answer's metadata. */
  private record TokenReader(AtomicLong token) implements ClientInterceptor {
    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<A> listener, Metadata headers) {
          super.start(
              new SimpleForwardingClientCallListener<>(listener) {
                @Override
                public void onHeaders(Metadata answer) {
                  read(answer);
                  super.onHeaders(answer);
                }

                @Override
                public void onClose(Status status, Metadata trailers) {
                  read(trailers);
                  super.onClose(status, trailers);
                }
              },
              headers);
        }
      };
    }

    private void read(Metadata metadata) {
      String text = metadata.get(TOKEN);
      if (text != null) {
        token.set(Long.parseLong(text));
      }
    }
  }
}
