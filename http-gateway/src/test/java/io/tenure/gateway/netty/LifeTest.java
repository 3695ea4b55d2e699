package io.tenure.gateway.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.RealTime;
import io.tenure.gateway.Answer;
import io.tenure.gateway.Authenticator;
import io.tenure.gateway.CallObserver;
import io.tenure.gateway.Gateway;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it counts threads")
class LifeTest {

  private static final int WAITING = Integer.getInteger("tenure.waiting", 2000);
  private static final String REQUEST = "GET /t HTTP/1.1\r\nHost: a\r\n\r\n";

  private final BlockingQueue<CompletableFuture<Answer>> pending = new LinkedBlockingQueue<>();

  private final TestDialect later =
      new TestDialect(
          TestDialect.BODY_LIMIT,
          call -> {
            CompletableFuture<Answer> reply = new CompletableFuture<>();
            pending.add(reply);
            return reply;
          });

  @Test
  void thousands_that_wait_cost_no_threads() throws Exception {
    try (TestServer server = TestServer.with(later)) {
      String request = "GET /t HTTP/1.1\r\nHost: a\r\nPrefer: wait=60\r\n\r\n";
      List<Wire> wires = new ArrayList<>();
      List<CompletableFuture<Answer>> replies = new ArrayList<>();
      int threads = 0;
      for (int i = 0; i < WAITING; i++) {
        Wire wire = server.connect();
        wires.add(wire);
        wire.send(request);
        threads = i == 0 ? Thread.activeCount() : threads;
      }
      for (int i = 0; i < WAITING; i++) {
        replies.add(takePending());
      }
      assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads);
      assertThat(server.connections()).isEqualTo(WAITING);
      replies.forEach(reply -> reply.complete(Answer.text(200, "at last")));
      for (Wire wire : wires) {
        assertThat(wire.read().body()).isEqualTo("at last");
        wire.close();
      }
      awaitConnections(server, 0);
    }
  }

  @Test
  void nothing_is_left_of_a_client_that_goes() throws Exception {
    HttpLimits limits = HttpLimits.DEFAULT.withAnswerTimeout(Duration.ofMillis(100));
    try (TestServer server = TestServer.with(later, options -> options.withLimits(limits))) {
      try (Wire wire = server.connect()) {
        wire.send(REQUEST + "GET /t HTTP/1.1\r\nHost");
        takePending();
      }
      awaitConnections(server, 0);
    }
  }

  @Test
  void an_answer_that_comes_after_the_client_went_is_dropped() throws Exception {
    try (TestServer server = TestServer.with(later)) {
      CompletableFuture<Answer> reply;
      try (Wire wire = server.connect()) {
        wire.send(REQUEST);
        reply = takePending();
      }
      reply.complete(Answer.text(200, "too late"));
      awaitConnections(server, 0);
      assertThat(server.ask("GET /nowhere HTTP/1.0\r\n\r\n").status()).isEqualTo(404);
    }
  }

  @Test
  void a_server_that_stops_answers_what_is_under_way() throws Exception {
    TestServer server = TestServer.with(later);
    Thread stopping = new Thread(server::close);
    try (Wire idle = server.connect();
        Wire waiting = server.connect();
        Wire sending = server.connect()) {
      idle.send("GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(idle.read().status()).isEqualTo(404);
      waiting.send(REQUEST);
      CompletableFuture<Answer> reply = takePending();
      sending.send(
          "POST /nowhere HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
      assertThat(sending.readHead().status()).isEqualTo(100);
      stopping.start();
      idle.expectEnd();
      assertThatThrownBy(() -> server.connect().close()).isInstanceOf(ConnectException.class);
      reply.complete(Answer.text(200, "the last one"));
      Wire.Reply last = waiting.read();
      assertThat(last.body()).isEqualTo("the last one");
      assertThat(last.header("connection")).isEqualTo("close");
      waiting.expectEnd();
      sending.send("abc");
      assertThat(sending.read().header("connection")).isEqualTo("close");
      sending.expectEnd();
    }
    stopping.join(5000);
    assertThat(stopping.isAlive()).isFalse();
  }

  @Test
  void a_server_that_stops_does_not_wait_for_ever() throws Exception {
    TestServer server =
        TestServer.with(later, options -> options.withStopGrace(Duration.ofMillis(100)));
    Thread stopping = new Thread(server::close);
    try (Wire waiting = server.connect()) {
      waiting.send(REQUEST);
      takePending();
      stopping.start();
      Wire.Reply refusal = waiting.read();
      assertThat(refusal.status()).isEqualTo(503);
      assertThat(refusal.body()).isEqualTo("test: unavailable");
      waiting.expectEnd();
    }
    stopping.join(5000);
    assertThat(stopping.isAlive()).isFalse();
    server.close();
  }

  @Test
  void an_address_that_is_taken_is_named() throws IOException {
    try (TestServer server = TestServer.with(later)) {
      Gateway gateway = new Gateway(List.of(), Authenticator.NONE, CallObserver.NONE);
      HttpServerOptions same = HttpServerOptions.plain("127.0.0.1", server.port());
      assertThatThrownBy(() -> HttpServer.start(same, gateway))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot listen on 127.0.0.1:" + server.port());
    }
  }

  private CompletableFuture<Answer> takePending() throws InterruptedException {
    CompletableFuture<Answer> reply = pending.poll(10, TimeUnit.SECONDS);
    assertThat(reply).isNotNull();
    return reply;
  }

  private static void awaitConnections(TestServer server, int count) {
    RealTime.until(count + " connections", () -> server.connections() == count);
  }
}
