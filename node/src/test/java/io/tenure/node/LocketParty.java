package io.tenure.node;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.tenure.gateway.locket.wire.LockRequest;
import io.tenure.gateway.locket.wire.LocketGrpc;
import io.tenure.gateway.locket.wire.LocketGrpc.LocketBlockingStub;
import io.tenure.gateway.locket.wire.ReleaseRequest;
import io.tenure.gateway.locket.wire.Resource;
import io.tenure.gateway.locket.wire.TypeCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Speaks Locket, to the running nodes in turn. */
final class LocketParty implements Party, AutoCloseable {

  private static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("tenure-fencing-token", Metadata.ASCII_STRING_MARSHALLER);

  private final TestNodes nodes;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

  LocketParty(TestNodes nodes) {
    this.nodes = nodes;
    for (int i = 0; i < nodes.size(); i++) {
      String address = "127.0.0.1:" + nodes.grpcPort(i);
      channels.add(Grpc.newChannelBuilder(address, InsecureChannelCredentials.create()).build());
    }
  }

  @Override
  public String dialect() {
    return "locket";
  }

  @Override
  public String resource(String name) {
    return "locket/" + name;
  }

  /** A client of some node that runs. */
  LocketBlockingStub client() {
    int number = Math.floorMod(turn.getAndIncrement(), channels.size());
    while (!nodes.isRunning(number)) {
      number = (number + 1) % channels.size();
    }
    return LocketGrpc.newBlockingStub(channels.get(number))
        .withWaitForReady()
        .withDeadlineAfter(30, TimeUnit.SECONDS);
  }

  @Override
  public Optional<Hold> acquire(String name, String owner, Duration ttl) {
    Locketed hold = new Locketed(name, owner);
    return switch (hold.renew(ttl)) {
      case DONE -> Optional.of(hold);
      case NOT_YOURS -> Optional.empty();
      case NOT_HELD -> throw new AssertionError("a lock is taken if it is free");
    };
  }

  /** What becomes of the wish for a lock, as the name of a status code. */
  String code(String name) {
    try {
      new Locketed(name, "one").renew(Duration.ofSeconds(1));
      return "OK";
    } catch (StatusRuntimeException refused) {
      return refused.getStatus().getCode().name();
    }
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
  }

  private final class Locketed implements Hold {
    private final Resource resource;
    private long token;

    Locketed(String name, String owner) {
      this(Resource.newBuilder().setKey(name).setOwner(owner).setTypeCode(TypeCode.LOCK).build());
    }

    private Locketed(Resource resource) {
      this.resource = resource;
    }

    @Override
    public long token() {
      return token;
    }

    @Override
    public Answer renew(Duration ttl) {
      AtomicReference<Metadata> headers = new AtomicReference<>();
      LockRequest request =
          LockRequest.newBuilder().setResource(resource).setTtlInSeconds(ttl.toSeconds()).build();
      Answer answer =
          told(
              () ->
                  client()
                      .withInterceptors(
                          MetadataUtils.newCaptureMetadataInterceptor(
                              headers, new AtomicReference<>()))
                      .lock(request));
      if (answer == Answer.DONE) {
        token = Long.parseLong(headers.get().get(TOKEN));
      }
      return answer;
    }

    @Override
    public Answer release() {
      ReleaseRequest request = ReleaseRequest.newBuilder().setResource(resource).build();
      return told(() -> client().release(request));
    }

    private Answer told(Runnable call) {
      try {
        call.run();
        return Answer.DONE;
      } catch (StatusRuntimeException refused) {
        Status.Code code = refused.getStatus().getCode();
        return switch (code) {
          case ALREADY_EXISTS -> Answer.NOT_YOURS;
          case NOT_FOUND -> Answer.NOT_HELD;
          default -> throw refused;
        };
      }
    }

    @Override
    public Hold forged() {
      return new Locketed(resource.toBuilder().setOwner("somebody else").build());
    }
  }
}
