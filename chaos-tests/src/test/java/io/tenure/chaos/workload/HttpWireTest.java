package io.tenure.chaos.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tenure.chaos.workload.HttpWire.Ask;
import io.tenure.chaos.workload.HttpWire.NotSentException;
import io.tenure.chaos.workload.HttpWire.Reply;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The harness's own HTTP, against a server that says what a test tells it to. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class HttpWireTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Ask ASK = Ask.of("POST", "/v1/claims/", "{\"a\": 1}");

  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private ServerSocket server;
  private HttpWire wire;
  private Endpoint node;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    node = new Endpoint("n1", URI.create("http://127.0.0.1:" + server.getLocalPort()), "");
    wire = new HttpWire(new Endpoints(List.of(node), "secret", null));
    Thread thread = new Thread(this::serve, "fake-node");
    thread.setDaemon(true);
    thread.start();
  }

  @AfterEach
  void close() throws IOException {
    wire.close();
    server.close();
  }

  /** Takes a request, then says the next answer; an empty one hangs up. */
  private void serve() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        String answer = "more";
        while (!answer.isEmpty() && takeRequest(in)) {
          answer = answers.take();
          socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        }
      } catch (IOException gone) {
        asked.add("closed");
      } catch (InterruptedException interrupted) {
        return;
      }
    }
  }

  private boolean takeRequest(BufferedReader in) throws IOException {
    StringBuilder request = new StringBuilder();
    int length = 0;
    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
      request.append(line).append('\n');
      length = line.startsWith("Content-Length: ") ? Integer.parseInt(line.substring(16)) : length;
    }
    for (int i = 0; i < length; i++) {
      request.append((char) in.read());
    }
    if (request.length() == 0) {
      asked.add("closed");
      return false;
    }
    asked.add(request.toString());
    return true;
  }

  private static String answer(String head, String body) {
    return "HTTP/1.1 " + head + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
  }

  private Reply send() {
    try {
      return wire.send(node, ASK, PATIENCE);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Test
  void a_request_is_sent_whole_and_its_answer_is_read_whole() throws Exception {
    answers.add(answer("201 Created\r\nTenure-Staleness: 0.5", "hello"));

    Reply reply = send();

    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.text()).isEqualTo("hello");
    assertThat(reply.header("tenure-staleness")).isEqualTo("0.5");
    assertThat(asked.take())
        .startsWith("POST /v1/claims/ HTTP/1.1\n")
        .contains("Authorization: Bearer secret\n")
        .endsWith("{\"a\": 1}");
  }

  @Test
  void chunks_are_put_together_and_the_connection_is_kept() {
    answers.add(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    answers.add(answer("204 No Content", ""));

    Reply first = send();
    Reply second = send();

    assertThat(first.text()).isEqualTo("abcde");
    assertThat(second.connection()).isEqualTo(first.connection());
  }

  @Test
  void a_connection_that_was_closed_meanwhile_is_not_used_again() throws Exception {
    answers.add(answer("200 OK\r\nConnection: close", ""));
    answers.add(answer("200 OK", ""));

    assertThat(send().connection()).isNotEqualTo(send().connection());
  }

  @Test
  void no_answer_in_time_may_have_had_an_effect() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> wire.send(node, ASK, Duration.ofMillis(200)))
        .isNotInstanceOf(NotSentException.class)
        .withMessageContaining("no answer");
  }

  @Test
  void a_hang_up_instead_of_an_answer_may_have_had_an_effect() {
    answers.add("");

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> wire.send(node, ASK, PATIENCE))
        .isNotInstanceOf(NotSentException.class);
  }

  @Test
  void where_nobody_listens_nothing_was_sent() throws Exception {
    try (Socket bound = new Socket()) { // so that nobody else takes the port and listens on it
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Endpoint silent =
          new Endpoint("n1", URI.create("http://127.0.0.1:" + bound.getLocalPort()), "");

      assertThatExceptionOfType(NotSentException.class)
          .isThrownBy(() -> wire.send(silent, ASK, PATIENCE));
    }
  }

  @Test
  void who_hangs_up_has_sent_everything_before() throws Exception {
    wire.sendAndHangUp(node, ASK);

    assertThat(asked.poll(10, TimeUnit.SECONDS)).endsWith("{\"a\": 1}");
  }
}
