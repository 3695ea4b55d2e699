package io.tenure.gateway.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LimitsTest {

  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofSeconds(60);

  @Test
  void a_uri_may_have_8_kib() throws IOException {
    try (TestServer server = TestServer.with(TestDialect.echo())) {
      String longest = "/t?" + "x".repeat(8192 - 3);
      Wire.Reply good = server.ask("DELETE " + longest + " HTTP/1.0\r\n\r\n");
      assertThat(good.status()).isEqualTo(200);
      assertThat(good.body()).hasSize("DELETE|".length() + 8192 + 3);
      Wire.Reply bad = server.ask("DELETE " + longest + "x HTTP/1.0\r\n\r\n");
      assertThat(bad.status()).isEqualTo(414);
      assertThat(bad.body()).isEqualTo("test: uri-too-long");
    }
  }

  @Test
  void a_line_without_end_is_refused_while_it_comes() throws IOException {
    try (TestServer server = TestServer.with(TestDialect.echo())) {
      Wire.Reply reply = server.ask("GET /t/" + "x".repeat(1_000_000));
      assertThat(reply.status()).isEqualTo(414);
      assertThat(reply.body()).isEqualTo("test: uri-too-long");
    }
  }

  @Test
  void headers_may_have_16_kib() throws IOException {
    try (TestServer server = TestServer.with(TestDialect.echo())) {
      String most = "X: " + "x".repeat(16 * 1024 - 7) + "\r\n\r\n";
      assertThat(server.ask("GET /t HTTP/1.0\r\n" + most).status()).isEqualTo(200);
      Wire.Reply bad = server.ask("GET /t HTTP/1.0\r\nX" + most);
      assertThat(bad.status()).isEqualTo(431);
      assertThat(bad.body()).isEqualTo("test: headers-too-large");
      Wire.Reply endless = server.ask("GET /t HTTP/1.0\r\n" + "A: b\r\n".repeat(100_000));
      assertThat(endless.status()).isEqualTo(431);
    }
  }

  @Test
  void a_body_may_have_what_the_dialect_reads() throws IOException {
    try (TestServer server = TestServer.with(TestDialect.echo())) {
      String head = "POST /t HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ";
      String most = "b".repeat(TestDialect.BODY_LIMIT);
      assertThat(server.ask(head + "10000\r\n\r\n" + most).body()).endsWith("|" + most);
      Wire.Reply bad = server.ask(head + "10001\r\n\r\n" + most + "b");
      assertThat(bad.status()).isEqualTo(413);
      assertThat(bad.body()).isEqualTo("test: body-too-large");
      assertThat(server.ask(head + "99999999999999999999999\r\n\r\n").status()).isEqualTo(413);
    }
  }

  @Test
  void a_chunked_body_is_refused_when_it_grows_too_large() throws IOException {
    try (TestServer server = TestServer.with(TestDialect.echo())) {
      String head = "POST /t HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
      String chunk = "3e8\r\n" + "c".repeat(1000) + "\r\n";
      Wire.Reply bad = server.ask(head + chunk.repeat(2000));
      assertThat(bad.status()).isEqualTo(413);
      assertThat(bad.body()).isEqualTo("test: body-too-large");
      assertThat(server.ask(head + "ffffffff\r\n").status()).isEqualTo(413);
      try (Wire wire = server.connect()) {
        wire.send(head + chunk.repeat(10) + "0\r\n\r\n");
        assertThat(wire.read().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void headers_that_come_too_slowly_are_refused() throws IOException {
    HttpLimits limits = HttpLimits.DEFAULT.withReadTimeouts(SHORT, LONG, LONG);
    try (TestServer server =
        TestServer.with(TestDialect.echo(), options -> options.withLimits(limits))) {
      Wire.Reply reply = server.ask("GET /t HTTP/1.1\r\nHost: a\r\n");
      assertThat(reply.status()).isEqualTo(408);
      assertThat(reply.body()).isEqualTo("test: request-timeout");
      try (Wire wire = server.connect()) {
        assertThatSlowSendingIsRefused(wire);
      }
    }
  }

  private static void assertThatSlowSendingIsRefused(Wire wire) throws IOException {
    wire.send("GET /t HTTP/1.1\r\nHost: a\r\n\r\n");
    assertThat(wire.read().status()).isEqualTo(200);
    wire.send("GET /t");
    assertThat(wire.read().status()).isEqualTo(408);
    wire.expectEnd();
  }

  @Test
  void a_body_that_comes_too_slowly_is_refused() throws IOException {
    HttpLimits limits = HttpLimits.DEFAULT.withReadTimeouts(LONG, SHORT, LONG);
    try (TestServer server =
        TestServer.with(TestDialect.echo(), options -> options.withLimits(limits))) {
      Wire.Reply reply = server.ask("POST /t HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc");
      assertThat(reply.status()).isEqualTo(408);
      assertThat(reply.body()).isEqualTo("test: request-timeout");
    }
  }

  @Test
  void a_connection_without_requests_is_closed_without_a_word() throws IOException {
    HttpLimits limits = HttpLimits.DEFAULT.withReadTimeouts(LONG, LONG, SHORT);
    try (TestServer server =
            TestServer.with(TestDialect.echo(), options -> options.withLimits(limits));
        Wire fresh = server.connect();
        Wire used = server.connect()) {
      used.send("GET /t HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(used.read().status()).isEqualTo(200);
      used.expectEnd();
      fresh.expectEnd();
    }
  }

  @Test
  void too_many_connections_are_turned_away() throws IOException {
    HttpLimits limits = HttpLimits.DEFAULT.withConnections(3);
    try (TestServer server =
        TestServer.with(TestDialect.echo(), options -> options.withLimits(limits))) {
      List<Wire> wires = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Wire wire = server.connect();
        wires.add(wire);
        wire.send("GET /t HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(wire.read().status()).isEqualTo(200);
      }
      Wire.Reply refused = server.ask("GET /t HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.header("retry-after")).isEqualTo("1");
      assertThat(refused.body()).contains("too-many-connections");
      for (Wire wire : wires) {
        wire.close();
      }
    }
  }

  @Test
  void an_answer_that_does_not_come_is_given_up_in_its_turn() throws IOException {
    HttpLimits limits = HttpLimits.DEFAULT.withAnswerTimeout(SHORT);
    AtomicInteger number = new AtomicInteger();
    TestDialect dialect =
        new TestDialect(
            TestDialect.BODY_LIMIT,
            call ->
                number.getAndIncrement() == 0
                    ? new CompletableFuture<>()
                    : CompletableFuture.completedFuture(Answer.text(200, "good")));
    try (TestServer server = TestServer.with(dialect, options -> options.withLimits(limits));
        Wire wire = server.connect()) {
      wire.send("POST /t HTTP/1.1\r\nHost: a\r\n\r\nGET /t HTTP/1.1\r\nHost: a\r\n\r\n");
      Wire.Reply late = wire.read();
      assertThat(late.status()).isEqualTo(503);
      assertThat(late.body()).isEqualTo("test: unknown-outcome");
      assertThat(wire.read().body()).isEqualTo("good");
    }
  }

  @Test
  void a_client_that_agrees_to_wait_has_a_later_deadline() throws Exception {
    CompletableFuture<List<Long>> deadlines = new CompletableFuture<>();
    List<Long> seen = new ArrayList<>();
    TestDialect dialect =
        TestDialect.answering(
            call -> {
              long left = call.caller().deadlineNanos() - System.nanoTime();
              seen.add(Duration.ofNanos(left).plusMillis(900).toSeconds());
              if (seen.size() == 5) {
                deadlines.complete(seen);
              }
              return Answer.empty(200);
            });
    try (TestServer server = TestServer.with(dialect)) {
      server.ask("GET /t HTTP/1.0\r\n\r\n");
      server.ask("GET /t HTTP/1.0\r\nPrefer: wait=20\r\n\r\n");
      server.ask("GET /t HTTP/1.0\r\nPrefer: respond-async, Wait=\"7\"\r\n\r\n");
      server.ask("GET /t HTTP/1.0\r\nPrefer: wait=99999999999999999999\r\n\r\n");
      server.ask("GET /t HTTP/1.0\r\nPrefer: wait=soon\r\n\r\n");
      assertThat(deadlines.get()).containsExactly(10L, 30L, 17L, 70L, 10L);
    }
  }
}
