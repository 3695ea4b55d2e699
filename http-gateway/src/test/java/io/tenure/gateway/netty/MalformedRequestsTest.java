package io.tenure.gateway.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MalformedRequestsTest {

  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.with(TestDialect.echo());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /t HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n",
        "GET /t HTTP/1.1\r\nHost: a\r\nName : x\r\n\r\n",
        "GET /t HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n",
        "GET /t HTTP/1.1\r\nHost: a\r\nnocolon\r\n\r\n",
        "GET /t HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
        "GET /t HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n",
        "GET /t HTTP/1.1\r\nHost: a\r\nX: a\u0001b\r\n\r\n",
        "GET /t HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n",
        "GET /t HTTP/1.1\r\nHost: a\nX: b\r\n\r\n",
        "GET /t HTTP/1.1\nHost: a\n\n",
        "GET /t HTTP/1.1\r\nX: b\r\n\r\n",
        "GET /t HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET /t HTTP/1.1\r\nHost: a/b\r\n\r\n",
        "GET /t HTTP/1.1\r\nHost: a b\r\n\r\n",
        "GET /t HTTP/1.1\r\nHost: <a>\r\n\r\n",
        "POST /t HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST /t HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
        "POST /t HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\nx",
        "POST /t HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\nx",
        "POST /t HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\nx",
        "POST /t HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\nx",
        "POST /t HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\nx",
        "POST /t HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /t HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
        "POST /t HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        "POST /t HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\nab\r\n",
        "POST /t HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
        "POST /t HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\n0\r\n\r\n",
        "POST /t HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n000000001\r\na\r\n",
        "GET /t\r\nHost: a\r\n\r\n",
        "GET /t  HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /t HTTP/1.1 \r\nHost: a\r\n\r\n",
        "GET /t HTTX/1.1\r\nHost: a\r\n\r\n",
        "GET /t http/1.1\r\nHost: a\r\n\r\n",
        "GET /t x HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /t\tHTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /t/\0 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /t/\u007f HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /t#f HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /t HTTP/1.1\r\nHost: a\r\nPrefer: \u00ff\r\n\r\n",
        "POST /t HTTP/1.1\r\nHost: a\r\nX-Test: \u00ff\r\nConnection: close\r\n\r\n",
      })
  void a_malformed_request_is_refused_in_the_words_of_its_dialect(String request)
      throws IOException {
    Wire.Reply reply = server.ask(request);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.header("connection")).isEqualTo("close");
    assertThat(reply.body()).startsWith("test: bad-");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " GET /t HTTP/1.1\r\nHost: a\r\n\r\n",
        "G(T /t HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET\r\nHost: a\r\n\r\n",
        "GET  HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET t HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http:///t HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://u@h/t HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET ftp://h/t HTTP/1.1\r\nHost: a\r\n\r\n",
        "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
        "\0\0\0\n\n",
        "\u0016\u0003\u0001\0\n\n",
        "AMETHODTHATISMUCHLONGERTHANANYOTHER /t HTTP/1.1\r\nHost: a\r\n\r\n",
      })
  void a_malformed_request_without_path_is_refused_as_a_problem(String request) throws IOException {
    Wire.Reply reply = server.ask(request);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.header("content-type")).isEqualTo("application/problem+json");
    assertThat(reply.body()).contains("urn:tenure:problem:bad-request-line");
  }

  @Test
  void other_versions_of_http_are_not_spoken() throws IOException {
    assertThat(server.ask("GET /t HTTP/2.0\r\nHost: a\r\n\r\n").status()).isEqualTo(505);
    assertThat(server.ask("GET /t HTTP/1.2\r\nHost: a\r\n\r\n").status()).isEqualTo(505);
  }

  @Test
  void other_transfer_encodings_are_not_implemented() throws IOException {
    String head = "POST /t HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ";
    assertThat(server.ask(head + "gzip, chunked\r\n\r\n").status()).isEqualTo(501);
    assertThat(server.ask(head + "identity\r\n\r\n").status()).isEqualTo(501);
  }

  @Test
  void earlier_requests_are_answered_before_the_malformed_one() throws IOException {
    try (Wire wire = server.connect()) {
      String good = "GET /t HTTP/1.1\r\nHost: a\r\n\r\n";
      wire.send(good + good + "GET /t HTTP/1.1\r\nHost: a\r\nbad\r\n\r\n" + good);
      assertThat(wire.read().status()).isEqualTo(200);
      assertThat(wire.read().status()).isEqualTo(200);
      assertThat(wire.read().status()).isEqualTo(400);
      wire.expectEnd();
    }
  }

  @Test
  void empty_lines_between_requests_are_skipped() throws IOException {
    try (Wire wire = server.connect()) {
      wire.send("\r\n\r\nGET /t HTTP/1.1\r\nHost: a\r\n\r\n\r\nGET /t HTTP/1.0\r\n\r\n");
      assertThat(wire.read().status()).isEqualTo(200);
      assertThat(wire.read().status()).isEqualTo(200);
      wire.expectEnd();
    }
  }

  @Test
  void no_garbage_harms_the_server() throws IOException {
    long seed = Long.getLong("tenure.garbage.seed", 20260101L);
    Random random = new Random(seed);
    String[] words = {
      "GET ",
      "POST ",
      "/t",
      " HTTP/1.1",
      "\r\n",
      "\r\n\r\n",
      "Host: a\r\n",
      "\n",
      "\r",
      ":",
      " ",
      "Content-Length: ",
      "5",
      "Transfer-Encoding: chunked\r\n",
      "0\r\n\r\n",
      "a\r\n",
      "\0",
      "\u00ff",
      "Expect: 100-continue\r\n",
      "Connection: close\r\n",
      "?",
      "%",
      "ffffffff\r\n",
      ";",
    };
    for (int i = 0; i < 3000; i++) {
      StringBuilder garbage = new StringBuilder(random.nextBoolean() ? "POST /t HTTP/1.1\r\n" : "");
      int length = random.nextInt(24);
      for (int k = 0; k < length; k++) {
        boolean word = random.nextInt(5) > 0;
        garbage.append(word ? words[random.nextInt(words.length)] : (char) random.nextInt(256));
      }
      readAllAnswers(garbage.toString(), "seed " + seed + " round " + i);
    }
    assertThat(server.ask("GET /t HTTP/1.0\r\n\r\n").body()).isEqualTo("GET|/t|-|-|");
  }

  /** Sends, closes the sending side, and reads whole answers until the server closes too. */
  private static void readAllAnswers(String garbage, String round) throws IOException {
    try (Wire wire = server.connect()) {
      wire.send(garbage);
      wire.endOutput();
      while (true) {
        Wire.Reply reply = wire.read();
        assertThat(reply.status()).as(round).isBetween(100, 505);
      }
    } catch (EOFException e) {
      assertThat(e).as(round).hasMessage("no answer, but <>");
    } catch (SocketException e) {
      assertThat(e).as(round).hasMessageContaining("reset");
    }
  }
}
