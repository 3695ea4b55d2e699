package io.tenure.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tenure.client.cli.exit.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Commands against a node that answers what the test says. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CommandsTest {

  private record Reply(int status, String body, Map<String, String> headers) {}

  private final Deque<Reply> replies = new ArrayDeque<>();
  private final List<String> requests = new ArrayList<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private HttpServer node;
  private String url;

  @BeforeEach
  void start() throws IOException {
    node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    node.createContext("/", this::answer);
    node.start();
    url = "http://127.0.0.1:" + node.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    node.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String token = exchange.getRequestHeaders().getFirst("Authorization");
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    requests.add(
        exchange.getRequestMethod()
            + " "
            + exchange.getRequestURI()
            + (body.isEmpty() ? "" : " " + body)
            + (token == null ? "" : " " + token)
            + (key == null ? "" : " key " + key));
    Reply reply = replies.size() > 1 ? replies.removeFirst() : replies.getFirst();
    reply.headers().forEach(exchange.getResponseHeaders()::set);
    byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private int run(Map<String, String> environment, String... arguments) {
    Map<String, String> all = new HashMap<>(Map.of("TENURE_URL", url));
    all.putAll(environment);
    Surroundings surroundings = new Surroundings(all, "");
    return Main.run(surroundings, new PrintWriter(out), new PrintWriter(err), arguments);
  }

  private void replies(int status, String body) {
    replies.add(new Reply(status, body, Map.of()));
  }

  @Test
  void a_write_that_fails_for_the_moment_is_repeated_with_the_same_key() {
    replies(503, "{\"detail\": \"no leader\"}");
    replies(201, "{\"id\": 1, \"status\": \"active\"}");

    assertThat(run(Map.of(), "claim", "db", "--ttl", "5", "--json")).isZero();
    assertThat(requests).hasSize(2);
    assertThat(requests.get(0))
        .isEqualTo(requests.get(1))
        .startsWith("POST /v1/claims/ {\"resource\":\"db\",\"ttl\":5.0} key ");
  }

  @Test
  void names_are_encoded_as_parts_of_the_uri() {
    replies(200, "{\"resource\": \"a b/ü?\", \"holder\": null}");
    assertThat(run(Map.of(), "show", "a b/ü?")).isZero();
    assertThat(requests).containsExactly("GET /v1/resources/a%20b/%C3%BC%3F");
    assertThat(out.toString()).isEqualTo("a b/ü? is free\n");
  }

  @Test
  void the_token_comes_from_the_environment() {
    replies(401, "{\"detail\": \"credentials are missing\"}");
    assertThat(run(Map.of("TENURE_TOKEN", "s3cret"), "release", "1"))
        .isEqualTo(ExitCode.NOT_ALLOWED);
    assertThat(requests.get(0)).contains("Bearer s3cret");
    assertThat(err.toString()).contains("credentials are missing (401)", "TENURE_TOKEN");
  }

  @Test
  void a_token_that_no_header_can_have_is_told_in_one_line() {
    assertThat(run(Map.of("TENURE_TOKEN", "a b"), "release", "1")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).hasLineCount(1).contains("TENURE_TOKEN").doesNotContain("a b");
    assertThat(requests).isEmpty();
  }

  @Test
  void a_renewal_has_no_key_and_an_ending_has_one() {
    replies(200, "{\"id\": 1, \"status\": \"active\"}");
    assertThat(run(Map.of(), "renew", "1", "--ttl", "5")).isZero();
    assertThat(run(Map.of(), "release", "1")).isZero();
    assertThat(requests.get(0)).isEqualTo("PUT /v1/claims/1/ {\"ttl\":5.0}");
    assertThat(requests.get(1)).contains("released", " key ");
  }

  @Test
  void an_error_has_no_names_of_java_classes() throws IOException {
    try (ServerSocket hangsUp = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CompletableFuture.runAsync(() -> hangUp(hangsUp));
      String address = "http://127.0.0.1:" + hangsUp.getLocalPort();
      int code = run(Map.of("TENURE_URL", address), "show", "1", "--patience", "0.3");
      assertThat(code).isEqualTo(ExitCode.UNAVAILABLE);
    }
    assertThat(run(Map.of(), "show", "1", "--ca", "/no/such/file")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("/no/such/file: there is no such file")
        .doesNotContain("java.", "Exception");
  }

  private static void hangUp(ServerSocket server) {
    try {
      while (true) {
        try (Socket socket = server.accept()) {
          socket.getInputStream().read();
        }
      }
    } catch (IOException closed) {
      return;
    }
  }

  @Test
  void a_list_goes_on_over_pages_to_its_limit() {
    String next = "<" + url + "/v1/claims/?cursor=x>; rel=\"next\"";
    replies.add(new Reply(200, "[{\"id\": 1}, {\"id\": 2}]", Map.of("Link", next)));
    replies.add(new Reply(200, "[]", Map.of("Link", next)));
    replies.add(new Reply(200, "[{\"id\": 3}, {\"id\": 4}]", Map.of("Link", next)));

    assertThat(run(Map.of(), "list", "--limit", "3", "--json", "--status", "active")).isZero();
    assertThat(requests)
        .containsExactly(
            "GET /v1/claims/?limit=3&status=active",
            "GET /v1/claims/?cursor=x",
            "GET /v1/claims/?cursor=x");
    assertThat(out.toString()).isEqualTo("[{\"id\":1},{\"id\":2},{\"id\":3}]\n");
  }

  @Test
  void a_claim_that_waits_is_withdrawn_by_release() {
    replies(400, "{\"detail\": \"a claim that is waiting cannot become released\"}");
    replies(200, "{\"id\": 1, \"status\": \"waiting\"}");
    replies(204, "");
    replies(200, "{\"id\": 1, \"resource\": \"db\", \"status\": \"withdrawn\"}");

    assertThat(run(Map.of(), "release", "1")).isZero();
    assertThat(requests.get(2)).startsWith("PUT /v1/claims/1/ {\"status\":\"withdrawn\"}");
    assertThat(out.toString()).isEqualTo("claim 1 on db is withdrawn\n");
  }

  @Test
  void a_dead_node_is_passed_over_at_once() {
    replies(200, "{\"id\": 1}");
    assertThat(run(Map.of("TENURE_URL", "http://127.0.0.1:1," + url), "show", "1", "--json"))
        .isZero();
  }

  @Test
  void an_answer_that_is_not_JSON_is_an_error_of_one_line() {
    replies(404, "<html>\n<b>no</b>\n</html>");
    assertThat(run(Map.of(), "show", "1")).isEqualTo(ExitCode.REFUSED);
    assertThat(err.toString()).hasLineCount(1).contains("404 <html> <b>no</b> </html>");
  }

  @Test
  void wrong_options_are_told_in_one_line_with_where_to_read_on() {
    assertThat(run(Map.of(), "renew", "1")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).hasLineCount(1).contains("--ttl", "see tenure renew --help");
    assertThat(run(Map.of(), "claim", "x", "--ttl", "-3")).isEqualTo(ExitCode.USAGE);
    assertThat(run(Map.of(), "claim", "x", "--user-data", "{")).isEqualTo(ExitCode.USAGE);
    assertThat(run(Map.of(), "show", "1", "--url", "ftp://x")).isEqualTo(ExitCode.USAGE);
    assertThat(run(Map.of(), "show", "1", "--ca", "/no/such/file")).isEqualTo(ExitCode.USAGE);
    assertThat(requests).isEmpty();
  }
}
