package io.tenure.gateway.leases;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.netty.HttpServer;
import io.tenure.gateway.netty.HttpServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What only shows when bytes go over a socket. */
class OnTheWireTest {

  private static final String LEASE = "/v1/db/leases/master";
  private static final int TIMEOUT_MILLIS = 20_000;

  private final LeasesServer leases = new LeasesServer();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        HttpServer.start(HttpServerOptions.plain("127.0.0.1", 0).withThreads(1), leases.gateway);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Sends one request and reads until the server closes; every byte is one character. */
  private String ask(String line, String headers, String body) throws IOException {
    String request =
        line
            + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            + headers
            + "Content-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void the_reason_phrase_and_the_peers_address_are_sent() throws IOException {
    assertThat(ask("POST " + LEASE, "", ""))
        .startsWith("HTTP/1.1 201 Lease Acquired\r\n")
        .contains("X-Quorum-Client-ID: 127.0.0.1\r\n", "X-Quorum-Client-Is-You: Yes\r\n");
    assertThat(ask("POST " + LEASE, "", ""))
        .startsWith("HTTP/1.1 405 You Already Own the Lease, use PUT to renew\r\n");
    assertThat(ask("DELETE " + LEASE, "X-Quorum-Lease-Version: 1\r\n", ""))
        .startsWith("HTTP/1.1 204 Lease Released\r\n")
        .endsWith("\r\n\r\n");
  }

  @Test
  void all_256_bytes_go_in_and_out() throws IOException {
    StringBuilder bytes = new StringBuilder();
    for (char c = 0; c < 256; c++) {
      bytes.append(c);
    }
    ask("POST " + LEASE, "", bytes.toString());
    assertThat(ask("GET " + LEASE, "", "")).endsWith("\r\n\r\n" + bytes);
    assertThat(ask("HEAD " + LEASE, "", ""))
        .startsWith("HTTP/1.1 200 OK\r\n")
        .contains("X-Quorum-Lease-Version: 1\r\n")
        .endsWith("\r\n\r\n");
  }

  @Test
  void who_sends_far_too_much_learns_all_the_same_who_holds_the_lease() throws IOException {
    ask("POST " + LEASE, "X-Quorum-Client-ID: holder\r\n", "");
    String refusal = ask("POST " + LEASE, "X-Quorum-Client-ID: other\r\n", "x".repeat(200_000));
    assertThat(refusal)
        .startsWith("HTTP/1.1 413 Client Data Too Large\r\n")
        .contains("X-Quorum-Client-ID: holder\r\n", "X-Quorum-Client-Is-You: No\r\n")
        .contains("X-Quorum-Lease-Version: 1\r\n", "X-Quorum-Lease-Expires-Seconds: ")
        .contains("Connection: close\r\n");
    assertThat(ask("POST /v1/health", "", "x".repeat(200_000))).startsWith("HTTP/1.1 413 ");
  }

  @Test
  void what_never_became_a_call_is_refused_in_this_dialects_words() throws IOException {
    assertThat(ask("POST " + LEASE, "", "x".repeat(70_000)))
        .startsWith("HTTP/1.1 413 Client Data Too Large\r\n")
        .contains("X-Quorum-Client-Is-You: No\r\n");
    assertThat(ask("GET " + LEASE + "x".repeat(9_000), "", ""))
        .startsWith("HTTP/1.1 414 Request URI Too Long\r\n")
        .contains("X-Quorum-Client-Is-You: No\r\n");
    assertThat(ask("GET " + LEASE, "X: " + "x".repeat(20_000) + "\r\n", ""))
        .startsWith("HTTP/1.1 431 ");
    assertThat(ask("GET " + LEASE, "X-Quorum-Client-ID: \u00ff\r\n", ""))
        .startsWith("HTTP/1.1 400 Bad Request\r\n")
        .contains("X-Quorum-Client-Is-You: No\r\n");
    assertThat(ask("GET " + LEASE, "X-Quorum-Client-ID: a\u0000b\r\n", ""))
        .startsWith("HTTP/1.1 400 Bad Request\r\n");
    assertThat(ask("BREW " + LEASE, "", "")).startsWith("HTTP/1.1 501 Not Implemented\r\n");
  }
}
