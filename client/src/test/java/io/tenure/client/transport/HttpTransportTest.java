package io.tenure.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class HttpTransportTest {

  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
  private static final String BUSY = "HTTP/1.1 503 Busy\r\nContent-Length: 2\r\n\r\n{}";

  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  @Test
  void a_dead_address_is_passed_over_and_the_good_one_remembered() throws Exception {
    ScriptedNode dead = node();
    dead.close();
    ScriptedNode good = node(OK, OK, OK);
    HttpTransport transport = open(dead, good);

    assertThat(status(transport.send(ApiRequest.get("/a")))).isEqualTo(200);
    assertThat(status(transport.send(ApiRequest.get("/b")))).isEqualTo(200);
    assertThat(good.requests()).hasSize(2);
  }

  @Test
  void after_a_5xx_the_next_node_gets_the_same_request() throws Exception {
    ScriptedNode busy = node(BUSY);
    ScriptedNode good = node(OK);
    HttpTransport transport = open(busy, good);

    assertThat(status(transport.send(ApiRequest.write("POST", "/v1/claims/", "{}"))))
        .isEqualTo(200);

    String first = busy.requests().get(0).replaceAll("Host: .*", "");
    assertThat(first).contains("Idempotency-Key: ");
    assertThat(good.requests().get(0).replaceAll("Host: .*", "")).isEqualTo(first);
  }

  @Test
  void a_node_that_hangs_is_given_up_in_time_and_another_asked_under_the_same_key()
      throws Exception {
    ScriptedNode silent = node(ScriptedNode.SILENCE);
    ScriptedNode good = node(OK);
    HttpTransport transport = open(silent, good);
    ApiRequest request = ApiRequest.write("PATCH", "/x", "{}").withPatience(Duration.ofMillis(300));

    long before = System.nanoTime();
    assertThat(status(transport.send(request))).isEqualTo(200);

    assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(290));
    assertThat(good.requests().get(0)).contains(request.key().orElseThrow());
  }

  @Test
  void an_answer_says_whether_another_node_may_still_carry_the_request_out() throws Exception {
    ScriptedNode silent = node(ScriptedNode.SILENCE);
    ScriptedNode good = node(OK, OK);
    HttpTransport transport = open(silent, good);
    ApiRequest renewal =
        ApiRequest.repeatable("PATCH", "/x", "{}").withPatience(Duration.ofMillis(100));

    SendResult second = transport.send(renewal).get(20, TimeUnit.SECONDS);
    SendResult first = transport.send(renewal).get(20, TimeUnit.SECONDS);

    assertThat(((HttpAnswer) second).sentOnce()).isFalse();
    assertThat(((HttpAnswer) first).sentOnce()).isTrue();
    assertThat(good.requests()).allMatch(sent -> !sent.contains("Idempotency-Key"));
  }

  @Test
  void when_all_fail_the_last_answer_is_what_is_told() throws Exception {
    HttpTransport transport = open(node(BUSY), node(BUSY));

    assertThat(status(transport.send(ApiRequest.get("/a")))).isEqualTo(503);
  }

  @Test
  void when_nobody_answers_the_reason_is_told() throws Exception {
    ScriptedNode dead = node();
    dead.close();

    SendResult reply = open(dead).send(ApiRequest.get("/a")).get(20, TimeUnit.SECONDS);

    assertThat(reply).isInstanceOf(NoAnswer.class);
    assertThat(((NoAnswer) reply).reason()).contains(dead.url().toString()).contains("refused");
  }

  @Test
  void a_connection_is_used_again() throws Exception {
    ScriptedNode node = node(OK, OK, OK);
    HttpTransport transport = open(node);
    for (int i = 0; i < 3; i++) {
      assertThat(status(transport.send(ApiRequest.get("/a")))).isEqualTo(200);
    }
    assertThat(node.connections()).isEqualTo(1);
  }

  @Test
  void one_that_was_closed_meanwhile_is_replaced() throws Exception {
    ScriptedNode node = node(OK.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"), OK);
    HttpTransport transport = open(node);

    assertThat(status(transport.send(ApiRequest.get("/a")))).isEqualTo(200);
    assertThat(status(transport.send(ApiRequest.get("/a")))).isEqualTo(200);
    assertThat(node.connections()).isEqualTo(2);
  }

  @Test
  void many_requests_share_few_connections() throws Exception {
    String[] answers = new String[500];
    Arrays.fill(answers, OK);
    ScriptedNode node = node(answers);
    HttpTransport transport = open(node);
    List<CompletableFuture<SendResult>> replies = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      replies.add(transport.send(ApiRequest.get("/" + i)));
    }
    for (CompletableFuture<SendResult> reply : replies) {
      assertThat(status(reply)).isEqualTo(200);
    }
    assertThat(node.connections()).isLessThanOrEqualTo(24);
  }

  @Test
  void a_wait_that_is_cancelled_closes_its_connection() throws Exception {
    ScriptedNode node = node(ScriptedNode.SILENCE);
    CompletableFuture<SendResult> reply =
        open(node).send(ApiRequest.get("/a").withWaiting(Duration.ofSeconds(30)));
    node.awaitRequest();

    reply.cancel(false);

    assertThat(node.awaitClosedByClient()).isTrue();
    assertThat(node.requests().get(0)).contains("Prefer: wait=30.000");
  }

  @Test
  void token_and_prefix_are_sent() throws Exception {
    ScriptedNode node = node(OK);
    ConnectionSettings connection =
        ConnectionSettings.to(List.of(URI.create(node.url() + "/below/"))).withToken("s3cret");
    HttpTransport transport = HttpTransport.open(connection);
    opened.add(transport);

    assertThat(status(transport.send(ApiRequest.get("/v1/cluster")))).isEqualTo(200);
    assertThat(node.requests().get(0))
        .startsWith("GET /below/v1/cluster HTTP/1.1\r\n")
        .contains("Authorization: Bearer s3cret\r\n");
    assertThat(connection.toString()).doesNotContain("s3cret");
  }

  @Test
  void what_would_break_a_request_is_refused_at_once() {
    List<URI> nodes = List.of(URI.create("http://127.0.0.1:1"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConnectionSettings.to(nodes).withToken("a\r\nEvil: yes"));
    assertThatIllegalArgumentException().isThrownBy(() -> ApiRequest.get("/a b"));
    assertThatIllegalArgumentException().isThrownBy(() -> ConnectionSettings.to(List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConnectionSettings.to(List.of(URI.create("127.0.0.1:8081"))));
  }

  @Test
  void a_name_is_looked_up() throws Exception {
    ScriptedNode node = node(OK);
    URI named = URI.create("http://localhost:" + node.url().getPort());
    HttpTransport transport = HttpTransport.open(ConnectionSettings.to(List.of(named)));
    opened.add(transport);

    SendResult first = transport.send(ApiRequest.get("/a")).get(20, TimeUnit.SECONDS);
    // A first address of another family may refuse; the next attempt takes the next one.
    SendResult reply =
        first instanceof HttpAnswer
            ? first
            : transport.send(ApiRequest.get("/a")).get(20, TimeUnit.SECONDS);
    assertThat(reply).isInstanceOf(HttpAnswer.class);
  }

  private ScriptedNode node(String... answers) throws Exception {
    ScriptedNode node = new ScriptedNode(List.of(answers));
    opened.add(node);
    return node;
  }

  private HttpTransport open(ScriptedNode... nodes) {
    List<URI> urls = Arrays.stream(nodes).map(ScriptedNode::url).toList();
    HttpTransport transport = HttpTransport.open(ConnectionSettings.to(urls));
    opened.add(transport);
    return transport;
  }

  private static int status(CompletableFuture<SendResult> reply) throws Exception {
    SendResult got = reply.get(30, TimeUnit.SECONDS);
    assertThat(got).isInstanceOf(HttpAnswer.class);
    return ((HttpAnswer) got).status();
  }
}
