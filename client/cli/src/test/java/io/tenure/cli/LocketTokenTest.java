package io.tenure.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.tenure.cli.exit.ExitCode;
import io.tenure.gateway.locket.wire.LockRequest;
import io.tenure.gateway.locket.wire.LockResponse;
import io.tenure.gateway.locket.wire.LocketGrpc;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commands against a Locket server that lets in one token, and grants the first few calls. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class LocketTokenTest {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<Process> runners = new ArrayList<>();
  private Server server;
  private String address;

  @BeforeEach
  void start() throws Exception {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(new FewGrants())
            .intercept(new Door())
            .build()
            .start();
    address = "127.0.0.1:" + server.getPort();
  }

  @AfterEach
  void stop() {
    runners.forEach(Process::destroyForcibly);
    server.shutdownNow();
  }

  @Test
  void a_single_call_sends_the_token() {
    assertThat(lock("s3cret")).isZero();
    assertThat(out.toString()).startsWith("k is held by me");
  }

  @Test
  void a_single_call_that_is_not_allowed_ends_with_77() {
    assertThat(lock("wrong")).isEqualTo(ExitCode.NOT_ALLOWED);
    assertThat(err.toString())
        .hasLineCount(1)
        .contains("UNAUTHENTICATED: who are you?", "TENURE_TOKEN")
        .doesNotContain("wrong");
  }

  @Test
  void a_runner_that_is_not_allowed_ends_with_77() throws Exception {
    for (String kind : List.of("lock", "presence")) {
      Process runner = runner(kind, "wrong");
      assertThat(runner.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(runner.exitValue()).isEqualTo(ExitCode.NOT_ALLOWED);
      assertThat(new String(runner.getErrorStream().readAllBytes(), UTF_8))
          .contains("UNAUTHENTICATED: who are you?", "TENURE_TOKEN");
    }
  }

  @Test
  void a_runner_sends_the_token_and_tells_of_a_loss_in_plain_words() throws Exception {
    Process runner = runner("lock", "s3cret");
    assertThat(runner.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(runner.exitValue()).isEqualTo(ExitCode.LOST);
    assertThat(new String(runner.getInputStream().readAllBytes(), UTF_8).lines())
        .filteredOn(line -> !line.startsWith("waiting: DEADLINE_EXCEEDED")) // a busy machine
        .containsExactly("ready", "lost: ALREADY_EXISTS: another has it");
  }

  private int lock(String token) {
    CommandEnvironment environment = new CommandEnvironment(Map.of("TENURE_TOKEN", token), "");
    return Main.run(
        environment,
        new PrintWriter(out),
        new PrintWriter(err),
        "locket",
        "--locket",
        address,
        "lock",
        "k",
        "me");
  }

  /** A process of its own, since a runner takes the signals of its process. */
  private Process runner(String kind, String token) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Stream<String> program =
        Stream.of(java, "-cp", System.getProperty("java.class.path"), Main.class.getName());
    Stream<String> arguments =
        Stream.of("runner", kind, "k", "--owner", "me", "--locket", address, "--retry", "0.1");
    ProcessBuilder builder = new ProcessBuilder(Stream.concat(program, arguments).toList());
    builder.environment().put("TENURE_TOKEN", token);
    Process runner = builder.start();
    runners.add(runner);
    return runner;
  }

  private static final class FewGrants extends LocketGrpc.LocketImplBase {
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public void lock(LockRequest request, StreamObserver<LockResponse> observer) {
      if (calls.incrementAndGet() <= 5) {
        observer.onNext(LockResponse.getDefaultInstance());
        observer.onCompleted();
      } else {
        Status collision = Status.ALREADY_EXISTS.withDescription("another has it");
        observer.onError(collision.asRuntimeException());
      }
    }
  }

  private static final class Door implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      if (!"Bearer s3cret".equals(headers.get(AUTHORIZATION))) {
        call.close(Status.UNAUTHENTICATED.withDescription("who are you?"), new Metadata());
        return new ServerCall.Listener<>() {};
      }
      return next.startCall(call, headers);
    }
  }
}
