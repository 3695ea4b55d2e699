package io.tenure.chaos.workload;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A gRPC channel to each node, shared by all clients, without retries. */
final class LoadChannels implements AutoCloseable {

  private static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("tenure-fencing-token", Metadata.ASCII_STRING_MARSHALLER);

  private final Map<String, ManagedChannel> channels = new ConcurrentHashMap<>();

  /** An answer: the message's bytes and the fencing token, empty if there was none. */
  record Answer(ByteString message, String token) {}

  /**
   * Calls a method of {@code models.Locket}.
   *
   * @throws io.grpc.StatusRuntimeException if it does not succeed
   */
  Answer call(Endpoint node, String method, byte[] request, Duration timeout) {
    ManagedChannel channel = channels.computeIfAbsent(node.grpc(), LoadChannels::open);
    if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
      channel.resetConnectBackoff();
    }
    AtomicReference<Metadata> headers = new AtomicReference<>(new Metadata());
    Channel listening =
        ClientInterceptors.intercept(
            channel, MetadataUtils.newCaptureMetadataInterceptor(headers, new AtomicReference<>()));
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS);
    byte[] message = ClientCalls.blockingUnaryCall(listening, descriptor(method), options, request);
    String token = headers.get() == null ? null : headers.get().get(TOKEN);
    return new Answer(ByteString.copyFrom(message), token == null ? "" : token);
  }

  @Override
  public void close() {
    channels.values().forEach(ManagedChannel::shutdownNow);
  }

  private static ManagedChannel open(String target) {
    return ManagedChannelBuilder.forTarget("dns:///" + target)
        .usePlaintext()
        .disableRetry()
        .build();
  }

  private static MethodDescriptor<byte[], byte[]> descriptor(String method) {
    return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
        .setType(MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName("models.Locket", method))
        .build();
  }

  /** Messages as they are on the wire. */
  private static final class Bytes implements Marshaller<byte[]> {

    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
