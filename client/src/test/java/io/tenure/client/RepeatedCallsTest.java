package io.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tenure.client.transport.ConnectionSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Single calls are repeated until there is a final answer, and no longer. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RepeatedCallsTest {

  private static final String ACTIVE =
      "{\"id\":7,\"resource\":\"db\",\"status\":\"active\",\"ttl\":30.0,"
          + "\"fencing_token\":12,\"queue_position\":0}";

  private final List<HttpServer> servers = new ArrayList<>();
  private final List<ClaimsApi> clients = new ArrayList<>();
  private final List<String> keys = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    clients.forEach(ClaimsApi::close);
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void a_claim_is_filed_and_read_from_the_answer() {
    ClaimsApi client = client(Duration.ofSeconds(5), node(201, ACTIVE));

    ClaimInfo claim =
        client.file("db", Duration.ofSeconds(30), Optional.empty(), Duration.ZERO).join();

    assertThat(claim.isActive()).isTrue();
    assertThat(claim.id()).isEqualTo(7);
    assertThat(claim.fencingToken()).hasValue(12);
  }

  @Test
  void a_write_is_repeated_at_the_next_node_under_the_same_key() {
    ClaimsApi client = client(Duration.ofSeconds(5), node(503, "{}"), node(201, ACTIVE));

    client.file("db", Duration.ofSeconds(30), Optional.empty(), Duration.ZERO).join();

    assertThat(keys).hasSize(2);
    assertThat(keys.get(0)).isEqualTo(keys.get(1));
  }

  @Test
  void a_refusal_is_final_and_says_why() {
    ClaimsApi client = client(Duration.ofSeconds(5), node(400, "{\"detail\":\"it has ended\"}"));

    assertThatThrownBy(() -> client.release(7).join())
        .hasCauseInstanceOf(RefusedException.class)
        .hasMessageContaining("it has ended");
  }

  @Test
  void when_no_node_answers_the_call_fails_as_unavailable() {
    HttpServer gone = node(200, "{}");
    gone.stop(0);

    assertThatThrownBy(() -> client(Duration.ofMillis(300), gone).show(1).join())
        .hasCauseInstanceOf(UnavailableException.class);
  }

  private ClaimsApi client(Duration patience, HttpServer... nodes) {
    List<URI> addresses = new ArrayList<>();
    for (HttpServer node : nodes) {
      addresses.add(URI.create("http://127.0.0.1:" + node.getAddress().getPort()));
    }
    ClaimsApi client = ClaimsApi.open(ConnectionSettings.to(addresses)).withPatience(patience);
    clients.add(client);
    return client;
  }

  private HttpServer node(int status, String body) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/", exchange -> answer(exchange, status, body));
      server.start();
      servers.add(server);
      return server;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void answer(HttpExchange exchange, int status, String body) throws IOException {
    List<String> key = exchange.getRequestHeaders().getOrDefault("Idempotency-Key", List.of());
    keys.addAll(key);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
