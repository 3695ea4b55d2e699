package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.tenure.gateway.locket.wire.FetchAllRequest;
import io.tenure.gateway.locket.wire.FetchRequest;
import io.tenure.gateway.locket.wire.LockRequest;
import io.tenure.gateway.locket.wire.ReleaseRequest;
import io.tenure.gateway.locket.wire.Resource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Calls Locket with messages at random, and with bytes that are none. */
final class RandomCalls {

  private static final int AT_ONCE = 500;
  private static final Set<Status.Code> BAD =
      Set.of(
          Status.Code.INTERNAL,
          Status.Code.UNKNOWN,
          Status.Code.DATA_LOSS,
          Status.Code.DEADLINE_EXCEEDED,
          Status.Code.CANCELLED);

  private final long seed;
  private final SplittableRandom random;
  private final int port;
  private final Semaphore free = new Semaphore(AT_ONCE);
  private final Queue<String> complaints = new ConcurrentLinkedQueue<>();

  RandomCalls(long seed, int port) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.port = port;
  }

  void make(int count) throws InterruptedException {
    ManagedChannel channel =
        Grpc.newChannelBuilder("127.0.0.1:" + port, InsecureChannelCredentials.create()).build();
    try {
      for (int i = 0; i < count; i++) {
        call(channel);
      }
      assertThat(free.tryAcquire(AT_ONCE, 2, TimeUnit.MINUTES)).as("seed %s: hangs", seed).isTrue();
    } finally {
      channel.shutdownNow();
    }
    assertThat(complaints).as("seed %s", seed).isEmpty();
  }

  private void call(ManagedChannel channel) throws InterruptedException {
    String method = pick("Lock", "Lock", "Fetch", "Release", "FetchAll", "Nothing");
    byte[] request = random.nextInt(3) == 0 ? mutated(message(method)) : message(method);
    MethodDescriptor<byte[], byte[]> descriptor =
        MethodDescriptor.newBuilder(BYTES, BYTES)
            .setType(MethodType.UNARY)
            .setFullMethodName("models.Locket/" + method)
            .build();
    free.acquire();
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(60, TimeUnit.SECONDS);
    ClientCalls.asyncUnaryCall(channel.newCall(descriptor, options), request, new Judge(method));
  }

  private byte[] message(String method) {
    Resource resource =
        Resource.newBuilder()
            .setKey(text())
            .setOwner(text())
            .setValue("v".repeat(random.nextInt(20) == 0 ? 5_000 : 3))
            .setTypeCodeValue(pick(0, 1, 1, 1, 2, 3, -1, Integer.MIN_VALUE))
            .build();
    long ttl = pick(0L, -1L, 1L, 1L, 2L, Long.MAX_VALUE, Long.MIN_VALUE);
    return switch (method) {
      case "Lock" ->
          (random.nextInt(9) == 0
                  ? LockRequest.newBuilder()
                  : LockRequest.newBuilder().setResource(resource))
              .setTtlInSeconds(ttl)
              .build()
              .toByteArray();
      case "Release" -> ReleaseRequest.newBuilder().setResource(resource).build().toByteArray();
      case "Fetch" -> FetchRequest.newBuilder().setKey(text()).build().toByteArray();
      case "FetchAll" ->
          FetchAllRequest.newBuilder().setTypeCodeValue(pick(0, 1, 2, 9)).build().toByteArray();
      default -> bytes(40);
    };
  }

  private String text() {
    return switch (random.nextInt(8)) {
      case 0 -> "";
      case 1 -> "k".repeat(random.nextInt(400));
      case 2 -> "\u0000\n";
      case 3 -> Witnesses.LOCKET_KEY;
      default -> "fuzz-" + random.nextInt(50);
    };
  }

  @SafeVarargs
  private <T> T pick(T... of) {
    return of[random.nextInt(of.length)];
  }

  private byte[] bytes(int most) {
    byte[] bytes = new byte[random.nextInt(most)];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] mutated(byte[] message) {
    byte[] mutated = message.clone();
    for (int i = 0; i < Math.min(3, mutated.length); i++) {
      mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
    }
    return mutated;
  }

  private final class Judge implements StreamObserver<byte[]> {
    private final String method;

    Judge(String method) {
      this.method = method;
    }

    @Override
    public void onNext(byte[] answer) {}

    @Override
    public void onError(Throwable failure) {
      Status status = Status.fromThrowable(failure);
      if (BAD.contains(status.getCode())) {
        complaints.add(method + ": " + status);
      }
      free.release();
    }

    @Override
    public void onCompleted() {
      free.release();
    }
  }

  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
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
      };
}
