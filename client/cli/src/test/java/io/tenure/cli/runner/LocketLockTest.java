package io.tenure.cli.runner;

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
import io.tenure.client.machine.Clock;
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
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A lock of Locket at a server that answers what the test says. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class LocketLockTest {

  private static final LockedKey KEY = new LockedKey("k", "me", "v", LockedKey.Type.LOCK);
  private static final RunnerTiming QUICK =
      new RunnerTiming(Duration.ofSeconds(1), Duration.ofMillis(100));

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> authorizations = new LinkedBlockingQueue<>();
  private final FakeLocket locket = new FakeLocket();
  private Server server;
  private LocketClient calls;

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
    calls = new LocketClient(LocketChannels.open(addresses, Optional.empty()));
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

  @ParameterizedTest
  @CsvSource({"1900, 1000", "10000, 9950"})
  void it_is_believed_for_whole_seconds_less_the_margin_for_clocks(long ttlMillis, long passed)
      throws Exception {
    HandClock clock = new HandClock();
    RunnerTiming timing = new RunnerTiming(Duration.ofMillis(ttlMillis), Duration.ofMillis(100));
    LocketLock lock = new LocketLock(calls, KEY, timing, clock);
    lock.seek(new Teller());
    await("acquired 5");
    locket.answer = Status.UNAVAILABLE;
    locket.awaitCalls(2); // so that no renewal is under way that worked

    clock.millis.addAndGet(passed);

    assertThat(next()).isEqualTo("lost it was not renewed within its ttl");
    lock.close();
  }

  @Test
  void every_call_carries_the_token_and_none_without() throws Exception {
    calls.lock(KEY, Duration.ofSeconds(1), Duration.ofSeconds(20));
    assertThat(authorizations.poll(20, TimeUnit.SECONDS)).isEqualTo("none");

    List<String> address = List.of("127.0.0.1:" + server.getPort());
    try (LocketClient known =
        new LocketClient(LocketChannels.open(address, Optional.empty()), Optional.of("s3cret"))) {
      known.lock(KEY, Duration.ofSeconds(1), Duration.ofSeconds(20));
      known.release(KEY, Duration.ofSeconds(20));
    }
    assertThat(authorizations).containsExactly("Bearer s3cret", "Bearer s3cret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UNAUTHENTICATED", "PERMISSION_DENIED"})
  void refused_credentials_are_told_as_such(String code) throws Exception {
    locket.answer = Status.fromCode(Status.Code.valueOf(code)).withDescription("wrong token");
    LocketLock lock = new LocketLock(calls, KEY, QUICK);
    lock.seek(new Teller());

    String told = next();
    while (told.startsWith("not yet UNAVAILABLE")) {
      told = next();
    }
    assertThat(told).isEqualTo("not allowed " + code + ": wrong token");
    lock.close();
  }

  /** A clock that stands still until it is moved. */
  private static final class HandClock implements Clock {
    private final AtomicLong millis = new AtomicLong(1_700_000_000_000L);

    @Override
    public long nanos() {
      return TimeUnit.MILLISECONDS.toNanos(millis.get() - 1_700_000_000_000L);
    }

    @Override
    public long wallMillis() {
      return millis.get();
    }
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
    public void notAllowed(String reason) {
      told.add("not allowed " + reason);
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
      String authorization =
          headers.get(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER));
      authorizations.add(authorization == null ? "none" : authorization);
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
