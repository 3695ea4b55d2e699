package io.tenure.gateway.locket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.tenure.gateway.KernelLeases;
import io.tenure.gateway.locket.wire.FetchAllRequest;
import io.tenure.gateway.locket.wire.FetchRequest;
import io.tenure.gateway.locket.wire.LockRequest;
import io.tenure.gateway.locket.wire.LocketGrpc;
import io.tenure.gateway.locket.wire.LocketGrpc.LocketBlockingStub;
import io.tenure.gateway.locket.wire.ReleaseRequest;
import io.tenure.gateway.locket.wire.Resource;
import io.tenure.gateway.locket.wire.TypeCode;
import io.tenure.service.Leases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A server on the loopback, a client of it, and the kernel behind it. */
final class Locket implements AutoCloseable {

  static final LocketOptions OPTIONS = LocketOptions.plain("127.0.0.1", 0);

  final LocketServer server;
  final ManagedChannel channel;
  final LocketBlockingStub client;

  Locket(LocketOptions options, Leases leases, LocketObserver observer) {
    try {
      server = LocketServer.start(options, LocketPorts.of(leases, observer));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
    client = LocketGrpc.newBlockingStub(channel);
  }

  static Locket over(Leases leases) {
    return new Locket(OPTIONS, leases, LocketObserver.NONE);
  }

  static Locket fresh() {
    return over(new KernelLeases());
  }

  static Resource resource(String key, String owner) {
    return Resource.newBuilder().setKey(key).setOwner(owner).setTypeCode(TypeCode.LOCK).build();
  }

  static LockRequest lockOf(String key, String owner) {
    return lockOf(resource(key, owner), 10);
  }

  static LockRequest lockOf(Resource resource, long ttl) {
    return LockRequest.newBuilder().setResource(resource).setTtlInSeconds(ttl).build();
  }

  static ReleaseRequest releaseOf(String key, String owner) {
    Resource.Builder resource = Resource.newBuilder().setKey(key).setOwner(owner);
    return ReleaseRequest.newBuilder().setResource(resource).build();
  }

  /** Locks, and says with which token. */
  long lock(LockRequest request) {
    AtomicReference<Metadata> headers = new AtomicReference<>();
    AtomicReference<Metadata> trailers = new AtomicReference<>();
    client
        .withInterceptors(MetadataUtils.newCaptureMetadataInterceptor(headers, trailers))
        .lock(request);
    return Long.parseLong(headers.get().get(LocketAnswer.TOKEN));
  }

  long lock(String key, String owner) {
    return lock(lockOf(key, owner));
  }

  void release(String key, String owner) {
    assertThat(client.release(releaseOf(key, owner)).getSerializedSize()).isZero();
  }

  Resource fetch(String key) {
    return client.fetch(FetchRequest.newBuilder().setKey(key).build()).getResource();
  }

  List<Resource> fetchAll(TypeCode code) {
    return client
        .fetchAll(FetchAllRequest.newBuilder().setTypeCode(code).build())
        .getResourcesList();
  }

  static Status refusal(ThrowingCallable call) {
    return catchThrowableOfType(StatusRuntimeException.class, call).getStatus();
  }

  static void assertRefused(ThrowingCallable call, Status.Code code, String message) {
    Status status = refusal(call);
    assertThat(status.getCode() + " " + status.getDescription()).isEqualTo(code + " " + message);
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.close();
    try {
      assertThat(channel.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
