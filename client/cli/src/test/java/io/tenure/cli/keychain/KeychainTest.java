package io.tenure.cli.keychain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tenure.client.machine.ClaimEvent;
import io.tenure.client.machine.ClaimHandle;
import io.tenure.client.machine.ClaimListener;
import io.tenure.client.machine.ClaimSpec;
import io.tenure.client.machine.Loss;
import io.tenure.client.machine.State;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The protocol, with claims that are no more than told. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KeychainTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<FakeClaim> claims = new ArrayList<>();
  private final AtomicInteger losses = new AtomicInteger();

  @Test
  void a_claim_is_answered_before_its_events_and_released_at_the_end() throws Exception {
    List<JsonNode> lines = serve("{'id': 'x', 'do': 'claim', 'resource': 'db', 'ttl': 9}");

    assertThat(names(lines)).containsExactly("hello", "claim", "registered", "released");
    assertThat(lines.get(1).path("id").asText()).isEqualTo("x");
    assertThat(lines.get(3).path("claim").asInt()).isEqualTo(17);
    assertThat(claims.get(0).spec().ttl()).hasSeconds(9);
  }

  @Test
  void there_is_one_claim_for_each_resource() throws Exception {
    List<JsonNode> lines =
        serve(
            "{'id': 1, 'do': 'claim', 'resource': 'db'}",
            "{'id': 2, 'do': 'claim', 'resource': 'db'}",
            "{'id': 3, 'do': 'release', 'resource': 'db'}",
            "{'id': 4, 'do': 'claim', 'resource': 'db'}");
    assertThat(reply(lines, 2).path("error").asText()).isEqualTo("already-claimed");
    assertThat(reply(lines, 4).path("ok").asBoolean()).isTrue();
    assertThat(claims).hasSize(2);
  }

  @Test
  void requests_are_answered_by_their_id() throws Exception {
    List<JsonNode> lines =
        serve(
            "{'id': 1, 'do': 'claim', 'resource': 'db', 'user_data': {'a': [1]}}",
            "{'id': 2, 'do': 'validate', 'resource': 'db'}",
            "{'id': 3, 'do': 'validate', 'resource': 'other'}",
            "{'id': 4, 'do': 'list'}",
            "{'id': 5, 'do': 'refresh', 'resource': 'db', 'ttl': 7.5}",
            "{'id': 6, 'do': 'refresh', 'resource': 'db'}",
            "{'id': 7, 'do': 'ping'}");
    assertThat(reply(lines, 2).path("held").asBoolean()).isTrue();
    assertThat(reply(lines, 3).path("held").asBoolean(true)).isFalse();
    assertThat(reply(lines, 4).path("claims").get(0).path("state").asText()).isEqualTo("active");
    assertThat(reply(lines, 5).path("ttl").asDouble()).isEqualTo(7.5);
    assertThat(reply(lines, 6).path("error").asText()).isEqualTo("not-renewed");
    assertThat(reply(lines, 7).path("version").asText()).isEqualTo("1.2");
    assertThat(claims.get(0).spec().userData()).hasValue("{\"a\":[1]}");
  }

  @Test
  void wrong_lines_get_an_answer_and_blank_ones_none() throws Exception {
    List<JsonNode> lines =
        serve(
            "",
            "nonsense",
            "7",
            "{'id': [], 'do': 'ping'}",
            "{'id': 1}",
            "{'id': 2, 'do': 'claim', 'resource': 'db', 'ttl': '5'}",
            "{'id': 3, 'do': 'claim', 'resource': 'db', 'timeout': -1}",
            "{'id': 4, 'do': 'claim', 'resource': ''}");
    assertThat(lines).hasSize(8);
    assertThat(lines.subList(1, 8))
        .allSatisfy(line -> assertThat(line.path("error").asText()).isEqualTo("bad-request"));
    assertThat(claims).isEmpty();
  }

  @Test
  void a_loss_is_told_and_acted_upon() throws Exception {
    Keychain.Claims losing =
        (spec, listener) -> {
          FakeClaim claim = new FakeClaim(spec, listener);
          claim.tell(new ClaimEvent.Registered(17));
          claim.tell(new ClaimEvent.Lost(new Loss(Loss.Reason.REVOKED, "somebody took it")));
          claim.finish(State.DONE);
          return claim;
        };
    List<JsonNode> lines =
        serve(losing, Keychain.OnClose.ABORT, "{'id': 1, 'do': 'claim', 'resource': 'db'}");
    assertThat(names(lines)).contains("lost");
    assertThat(lines.get(3).path("reason").asText()).isEqualTo("revoked");
    assertThat(losses).hasValue(1);
  }

  @Test
  void a_signal_aborts_the_claims_whatever_is_done_when_the_input_ends() throws Exception {
    PipedOutputStream input = new PipedOutputStream();
    BlockingQueue<FakeClaim> made = new LinkedBlockingQueue<>();
    Keychain.Claims maker =
        (spec, listener) -> {
          FakeClaim claim = new FakeClaim(spec, listener);
          made.add(claim);
          return claim;
        };
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Keychain keychain =
        new Keychain(
            maker, options(Keychain.OnClose.RELEASE), new PipedInputStream(input), out, () -> {});
    Thread server = new Thread(() -> serveQuietly(keychain));
    server.start();
    input.write("{\"id\":1,\"do\":\"claim\",\"resource\":\"db\"}\n".getBytes(UTF_8));
    input.flush();
    FakeClaim claim = made.poll(20, TimeUnit.SECONDS);
    claim.registered().get(20, TimeUnit.SECONDS);

    keychain.abort();

    assertThat(claim.state()).isEqualTo(State.ABORTED);
    assertThat(out.toString(UTF_8)).contains("\"event\":\"released\"");
    input.close();
    server.join();
  }

  private static void serveQuietly(Keychain keychain) {
    try {
      keychain.serve();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private List<JsonNode> serve(String... requests) throws Exception {
    return serve(this::active, Keychain.OnClose.RELEASE, requests);
  }

  private ClaimHandle active(ClaimSpec spec, ClaimListener listener) {
    FakeClaim claim = new FakeClaim(spec, listener);
    claims.add(claim);
    claim.tell(new ClaimEvent.Registered(17));
    return claim;
  }

  private List<JsonNode> serve(Keychain.Claims maker, Keychain.OnClose close, String... requests)
      throws Exception {
    String input = String.join("\n", requests).replace('\'', '"') + "\n";
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Keychain(
            maker,
            options(close),
            new ByteArrayInputStream(input.getBytes(UTF_8)),
            out,
            losses::incrementAndGet)
        .serve();
    List<JsonNode> lines = new ArrayList<>();
    for (String line : out.toString(UTF_8).lines().toList()) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  private static Keychain.Options options(Keychain.OnClose close) {
    return new Keychain.Options("1.2", Duration.ofSeconds(15), close, Duration.ofSeconds(5));
  }

  private static List<String> names(List<JsonNode> lines) {
    return lines.stream()
        .map(line -> line.has("event") ? line.path("event") : line.path("reply"))
        .map(JsonNode::asText)
        .collect(Collectors.toList());
  }

  private static JsonNode reply(List<JsonNode> lines, int id) {
    return lines.stream()
        .filter(line -> line.has("reply") && line.path("id").asInt() == id)
        .findFirst()
        .orElseThrow();
  }
}
