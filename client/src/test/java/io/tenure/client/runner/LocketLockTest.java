package io.tenure.client.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.tenure.gateway.locket.wire.LockRequest;
import io.tenure.gateway.locket.wire.LockResponse;
import io.tenure.gateway.locket.wire.LocketGrpc;
import io.tenure.gateway.locket.wire.ReleaseRequest;
import io.tenure.gateway.locket.wire.ReleaseResponse;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A lock of Locket at a server that answers what the test says. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class LocketLockTest {

  private static final LockedKey KEY = new LockedKey("k", "me", "v", LockedKey.Type.LOCK);
  private static final RunnerTiming QUICK =
      new RunnerTiming(Duration.ofSeconds(1), Duration.ofMillis(100));

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final FakeLocket locket = new FakeLocket();
  private Server server;
  private LocketCalls calls;

  @BeforeEach
  void start() throws Exception {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(locket)
            .intercept(new TokenWriter())
            .build()
            .start();
    // The first address is dead, so every call has to go on to the second.
    List<String> addresses = List.of("127.0.0.1:1", "127.0.0.1:" + server.getPort());
    calls = new LocketCalls(LocketChannels.open(addresses, Optional.empty()));
  }

  @AfterEach
  void stop() {
    calls.close();
    server.shutdownNow();
  }

  @Test
  void it_tries_until_it_has_the_lock_keeps_it_and_releases_it() throws Exception {
    locket.answer = Status.ALREADY_EXISTS.withDescription("lock-collision");
    LocketLock lock = new LocketLock(calls, KEY, QUICK);
    lock.seek(new Teller());
    await("not yet ALREADY_EXISTS: lock-collision");

    locket.answer = Status.OK;
    await("acquired 5");
    locket.awaitCalls(5);
    assertThat(told).isEmpty();
    lock.close();
    assertThat(locket.released).containsExactly("k/me");
  }

  @Test
  void a_failure_that_passes_within_the_ttl_is_no_loss() throws Exception {
    LocketLock lock = new LocketLock(calls, KEY, QUICK);
    lock.seek(new Teller());
    await("acquired 5");
    locket.answer = Status.UNAVAILABLE;
    locket.awaitCalls(2);
    locket.answer = Status.OK;
    locket.awaitCalls(3);
    assertThat(told).isEmpty();
    lock.close();
  }

  @Test
  void what_cannot_be_renewed_within_the_ttl_is_lost() throws Exception {
    LocketLock lock = new LocketLock(calls, KEY, QUICK);
    lock.seek(new Teller());
    await("acquired 5");
    locket.answer = Status.UNAVAILABLE;
    assertThat(next()).isEqualTo("lost it was not renewed within its ttl");
    lock.close();
  }

  @Test
  void a_collision_is_a_loss_and_so_is_a_renewal_that_was_a_new_grant() throws Exception {
    LocketLock lock = new LocketLock(calls, KEY, QUICK);
    lock.seek(new Teller());
    await("acquired 5");
    locket.answer = Status.ALREADY_EXISTS.withDescription("lock-collision");
    assertThat(next()).isEqualTo("lost ALREADY_EXISTS: lock-collision");

    locket.answer = Status.OK;
    lock.seek(new Teller());
    await("acquired 5");
    locket.token = 6;
    assertThat(next()).contains("lost", "taken anew");
    lock.close();
  }

  private String next() throws InterruptedException {
    String event = told.poll(20, TimeUnit.SECONDS);
    assertThat(event).isNotNull();
    return event;
  }

  private void await(String event) throws InterruptedException {
    String seen = next();
    while (!seen.equals(event)) {
      assertThat(seen).startsWith("not yet");
      seen = next();
    }
  }

  private final class Teller implements RunnerLock.Watcher {
    @Override
    public void acquired(long fencingToken) {
      told.add("acquired " + fencingToken);
    }

    @Override
    public void notYet(String reason) {
      told.add("not yet " + reason);
    }

    @Override
    public void lost(String reason) {
      told.add("lost " + reason);
    }
  }

  private static final class FakeLocket extends LocketGrpc.LocketImplBase {
    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> released = new LinkedBlockingQueue<>();
    private volatile Status answer = Status.OK;
    private volatile long token = 5;

    @Override
    public void lock(LockRequest request, StreamObserver<LockResponse> observer) {
      seen.add(request.getResource().getKey());
      if (answer.isOk()) {
        observer.onNext(LockResponse.getDefaultInstance());
        observer.onCompleted();
      } else {
        observer.onError(answer.asRuntimeException());
      }
    }

    @Override
    public void release(ReleaseRequest request, StreamObserver<ReleaseResponse> observer) {
      released.add(request.getResource().getKey() + "/" + request.getResource().getOwner());
      observer.onNext(ReleaseResponse.getDefaultInstance());
      observer.onCompleted();
    }

    void awaitCalls(int count) throws InterruptedException {
      seen.clear();
      for (int i = 0; i < count; i++) {
        assertThat(seen.poll(20, TimeUnit.SECONDS)).isNotNull();
      }
    }
  }

  private final class TokenWriter implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      return next.startCall(
          new SimpleForwardingServerCall<>(call) {
            @Override
            public void sendHeaders(Metadata answer) {
              answer.put(
                  Metadata.Key.of("tenure-fencing-token", Metadata.ASCII_STRING_MARSHALLER),
                  Long.toString(locket.token));
              super.sendHeaders(answer);
            }
          },
          headers);
    }
  }
}
