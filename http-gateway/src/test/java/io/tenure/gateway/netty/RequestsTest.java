package io.tenure.gateway.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestsTest {

  private static final String HOST = "Host: here\r\n";

  @Test
  void an_ordinary_client_is_answered() throws Exception {
    try (TestServer server = TestServer.with(TestDialect.echo())) {
      URI uri = URI.create("http://127.0.0.1:" + server.port() + "/t/a%20b?x=1&y=%C3%BC");
      HttpRequest request =
          HttpRequest.newBuilder(uri)
              .method("PATCH", HttpRequest.BodyPublishers.ofString("grüße"))
              .header("X-Test", "v")
              .build();
      HttpResponse<String> response =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("PATCH|/t/a%20b|x=1&y=%C3%BC|v|grüße");
      assertThat(response.headers().firstValue("Server")).contains("Tenure");
      assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
      assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    }
  }

  @Test
  void the_date_is_of_now() throws IOException {
    try (TestServer server = TestServer.with(TestDialect.echo())) {
      Wire.Reply reply = server.ask("GET /t HTTP/1.1\r\nConnection: close\r\n" + HOST + "\r\n");
      ZonedDateTime date =
          ZonedDateTime.parse(reply.header("date"), DateTimeFormatter.RFC_1123_DATE_TIME);
      assertThat(date).isBetween(ZonedDateTime.now().minusSeconds(5), ZonedDateTime.now());
      assertThat(reply.header("date")).matches("[A-Z][a-z]{2}, \\d\\d .* GMT");
    }
  }

  @Test
  void a_connection_serves_many_requests() throws IOException {
    try (TestServer server = TestServer.with(TestDialect.echo());
        Wire wire = server.connect()) {
      for (int i = 0; i < 100; i++) {
        wire.send("POST /t/" + i + " HTTP/1.1\r\n" + HOST + "Content-Length: 2\r\n\r\nab");
        assertThat(wire.read().body()).isEqualTo("POST|/t/" + i + "|-|-|ab");
      }
    }
  }

  @Test
  void a_request_may_come_byte_by_byte() throws IOException {
    try (TestServer server = TestServer.with(TestDialect.echo());
        Wire wire = server.connect()) {
      String request =
          "PUT /t?q HTTP/1.1\r\n" + HOST + "x-TEST:\t v w \r\nContent-Length: 3\r\n\r\nabc";
      for (String each : request.split("")) {
        wire.send(each);
      }
      assertThat(wire.read().body()).isEqualTo("PUT|/t|q|v w|abc");
    }
  }

  @Test
  void chunked_bodies_are_read_byte_by_byte_too() throws IOException {
    String request =
        "POST /t HTTP/1.1\r\n"
            + HOST
            + "Transfer-Encoding: Chunked\r\n\r\n"
            + "3\r\nabc\r\n0A;ext=\"1\"\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n";
    try (TestServer server = TestServer.with(TestDialect.echo());
        Wire wire = server.connect()) {
      wire.send(request + request);
      assertThat(wire.read().body()).isEqualTo("POST|/t|-|-|abc0123456789");
      assertThat(wire.read().body()).isEqualTo("POST|/t|-|-|abc0123456789");
      for (String each : request.split("")) {
        wire.send(each);
      }
      assertThat(wire.read().body()).isEqualTo("POST|/t|-|-|abc0123456789");
    }
  }

  @Test
  void http10_ends_the_connection_unless_asked_not_to() throws IOException {
    try (TestServer server = TestServer.with(TestDialect.echo());
        Wire wire = server.connect()) {
      assertThat(server.ask("GET /t HTTP/1.0\r\n\r\n").header("connection")).isEqualTo("close");
      wire.send("GET /t HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
      assertThat(wire.read().header("connection")).isEqualTo("keep-alive");
      wire.send("GET /t HTTP/1.0\r\n\r\n");
      assertThat(wire.read().header("connection")).isEqualTo("close");
      wire.expectEnd();
    }
  }

  @Test
  void a_client_may_close_its_side_before_the_answer() throws IOException {
    try (TestServer server = TestServer.with(TestDialect.echo());
        Wire wire = server.connect()) {
      wire.send("GET /t/1 HTTP/1.1\r\n" + HOST + "\r\nGET /t/2 HTTP/1.1\r\n" + HOST + "\r\n");
      wire.endOutput();
      assertThat(wire.read().body()).contains("/t/1");
      assertThat(wire.read().body()).contains("/t/2");
      wire.expectEnd();
    }
  }

  @Test
  void head_is_answered_as_get_without_the_body() throws IOException {
    try (TestServer server = TestServer.with(TestDialect.echo());
        Wire wire = server.connect()) {
      wire.send("HEAD /t HTTP/1.1\r\n" + HOST + "\r\nGET /t HTTP/1.1\r\n" + HOST + "\r\n");
      Wire.Reply head = wire.readHead();
      assertThat(head.header("content-length")).isEqualTo("" + "HEAD|/t|-|-|".length());
      assertThat(wire.read().body()).isEqualTo("GET|/t|-|-|");
    }
  }

  @Test
  void an_answer_without_content_has_neither_body_nor_length() throws IOException {
    TestDialect dialect = TestDialect.answering(call -> Answer.text(204, "never sent"));
    try (TestServer server = TestServer.with(dialect);
        Wire wire = server.connect()) {
      for (int i = 0; i < 2; i++) {
        wire.send("DELETE /t HTTP/1.1\r\n" + HOST + "\r\n");
        Wire.Reply reply = wire.readHead();
        assertThat(reply.statusLine()).isEqualTo("HTTP/1.1 204 No Content");
        assertThat(reply.headers()).doesNotContainKey("content-length");
      }
    }
  }

  @Test
  void options_of_the_server_and_of_a_path_are_answered() throws IOException {
    try (TestServer server = TestServer.with(TestDialect.echo());
        Wire wire = server.connect()) {
      wire.send("OPTIONS * HTTP/1.1\r\n" + HOST + "\r\nOPTIONS /t HTTP/1.1\r\n" + HOST + "\r\n");
      assertThat(wire.readHead().status()).isEqualTo(204);
      Wire.Reply methods = wire.readHead();
      assertThat(methods.status()).isEqualTo(204);
      assertThat(methods.header("allow")).isEqualTo("DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT");
    }
  }

  @Test
  void a_reason_phrase_may_be_the_dialects_own() throws IOException {
    TestDialect dialect =
        TestDialect.answering(call -> Answer.text(202, "").withReason("Lease Renewed\r\nX: y"));
    try (TestServer server = TestServer.with(dialect)) {
      Wire.Reply reply = server.ask("GET /t HTTP/1.0\r\n\r\n");
      assertThat(reply.statusLine()).isEqualTo("HTTP/1.1 202 Lease Renewed  X: y");
    }
  }

  @Test
  void a_header_of_an_answer_cannot_end_its_line() throws IOException {
    TestDialect dialect =
        TestDialect.answering(
            call -> Answer.text(200, "ok").with("X-A", "a\r\nX-B: b").with("X-C", "ü\nü"));
    try (TestServer server = TestServer.with(dialect)) {
      Wire.Reply reply = server.ask("GET /t HTTP/1.0\r\n\r\n");
      assertThat(reply.header("x-a")).isEqualTo("a  X-B: b");
      assertThat(reply.header("x-c")).isEqualTo("Ã¼ Ã¼");
      assertThat(reply.headers()).doesNotContainKey("x-b");
    }
  }

  @Test
  void a_large_answer_arrives_whole() throws IOException {
    byte[] body = "0123456789".repeat(500_000).getBytes();
    TestDialect dialect = TestDialect.answering(call -> Answer.of(200, Answer.TEXT, body));
    try (TestServer server = TestServer.with(dialect);
        Wire wire = server.connect()) {
      wire.send(("GET /t HTTP/1.1\r\n" + HOST + "\r\n").repeat(5));
      for (int i = 0; i < 5; i++) {
        assertThat(wire.read().body()).hasSize(5_000_000).endsWith("789");
      }
    }
  }

  @Test
  void the_origin_is_what_the_client_calls_the_server() throws Exception {
    BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
    TestDialect dialect =
        TestDialect.answering(
            call -> {
              calls.add(call);
              return Answer.empty(200);
            });
    try (TestServer server = TestServer.with(dialect)) {
      server.ask("GET /t HTTP/1.0\r\nHost: db.example:99\r\n\r\n");
      server.ask("GET /t HTTP/1.0\r\nHost: [::1]:99\r\n\r\n");
      server.ask("GET /t HTTP/1.0\r\n\r\n");
      server.ask("GET http://other:1/t HTTP/1.0\r\nHost: db.example:99\r\n\r\n");
      assertThat(taken(calls).origin()).isEqualTo("http://db.example:99");
      assertThat(taken(calls).origin()).isEqualTo("http://[::1]:99");
      assertThat(taken(calls).origin()).isEqualTo("http://127.0.0.1:" + server.port());
      Call last = taken(calls);
      assertThat(last.origin()).isEqualTo("http://other:1");
      assertThat(last.rawPath()).isEqualTo("/t");
      assertThat(last.peer()).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void headers_are_found_whatever_their_case_and_number() throws Exception {
    BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
    TestDialect dialect =
        TestDialect.answering(
            call -> {
              calls.add(call);
              return Answer.empty(200);
            });
    try (TestServer server = TestServer.with(dialect)) {
      String many = "N: x\r\n".repeat(40);
      server.ask("GET /t HTTP/1.0\r\na-b: 1\r\n" + many + "A-B: Ã¼\r\nEmpty:\r\n\r\n");
      Call call = taken(calls);
      assertThat(call.headers("A-b")).containsExactly("1", "ü");
      assertThat(call.header("a-B")).contains("1");
      assertThat(call.headers("n")).hasSize(40);
      assertThat(call.header("empty")).contains("");
      assertThat(call.header("missing")).isEmpty();
      assertThat(call.headers("missing")).isEmpty();
    }
  }

  @Test
  void what_is_not_ascii_in_a_uri_is_encoded_for_the_dialect() throws IOException {
    try (TestServer server = TestServer.with(TestDialect.echo())) {
      assertThat(server.ask("GET /t/Ã¼?Ã¤ HTTP/1.0\r\n\r\n").body())
          .isEqualTo("GET|/t/%c3%bc|%c3%a4|-|");
    }
  }

  @Test
  void a_path_that_nobody_serves_is_not_found() throws IOException {
    try (TestServer server = TestServer.with(TestDialect.echo())) {
      Wire.Reply reply = server.ask("GET /nowhere HTTP/1.0\r\n\r\n");
      assertThat(reply.status()).isEqualTo(404);
      assertThat(reply.header("content-type")).isEqualTo("application/problem+json");
      assertThat(reply.body()).contains("urn:tenure:problem:not-found", "/nowhere");
    }
  }

  @Test
  void a_client_may_ask_whether_to_send_its_body() throws IOException {
    String head = "POST /t HTTP/1.1\r\n" + HOST + "Expect: 100-Continue\r\nContent-Length: ";
    try (TestServer server = TestServer.with(TestDialect.echo());
        Wire wire = server.connect()) {
      wire.send(head + "3\r\n\r\n");
      assertThat(wire.readHead().statusLine()).isEqualTo("HTTP/1.1 100 Continue");
      wire.send("abc");
      assertThat(wire.read().body()).endsWith("|abc");
      wire.send(head + "3\r\n\r\nabc");
      assertThat(wire.read().body()).as("the body came along, no sign is due").endsWith("|abc");
      wire.send(head + TestDialect.BODY_LIMIT + "0\r\n\r\n");
      Wire.Reply refusal = wire.read();
      assertThat(refusal.status()).isEqualTo(413);
      assertThat(refusal.body()).isEqualTo("test: body-too-large");
      wire.expectEnd();
    }
  }

  private static Call taken(BlockingQueue<Call> calls) throws InterruptedException {
    Call call = calls.poll(10, TimeUnit.SECONDS);
    assertThat(call).isNotNull();
    return call;
  }
}
