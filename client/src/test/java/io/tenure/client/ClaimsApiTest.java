package io.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tenure.client.transport.ConnectionSettings;
import io.tenure.client.transport.ScriptedNode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class ClaimsApiTest {

  @Test
  void pages_are_followed_wherever_they_lead() throws Exception {
    String first = answer(200, "[{\"id\":1,\"queue_position\":1,\"status\":\"waiting\"}]");
    String linked =
        first.replace(
            "\r\n\r\n",
            "\r\nLink: <http://other:1/v1/claims/?cursor=abc&limit=1>; rel=\"next\"\r\n\r\n");
    String second = answer(200, "[{\"id\":2,\"queue_position\":0,\"status\":\"active\"}]");
    try (ScriptedNode node = ScriptedNode.of(linked, second);
        ClaimsApi api = open(node)) {
      List<ClaimInfo> queue = api.queue("db & co/1").join();

      assertThat(queue).extracting(ClaimInfo::id).containsExactly(2L, 1L);
      assertThat(node.requests().get(0))
          .startsWith(
              "GET /v1/claims/?resource=db+%26+co%2F1&status=active&status=waiting&limit=1000 ");
      assertThat(node.requests().get(1)).startsWith("GET /v1/claims/?cursor=abc&limit=1 ");
    }
  }

  @Test
  void user_data_goes_out_as_it_is() throws Exception {
    try (ScriptedNode node = ScriptedNode.of(answer(201, "{\"id\":3}"));
        ClaimsApi api = open(node)) {
      api.file("db", Duration.ofSeconds(5), Optional.of("{\"n\": 1.10}"), Duration.ZERO).join();

      assertThat(node.requests().get(0))
          .endsWith("{\"resource\":\"db\",\"ttl\":5.0,\"user_data\":{\"n\": 1.10}}");
      assertThatThrownBy(
              () ->
                  api.file("db", Duration.ofSeconds(5), Optional.of("1,\"ttl\":9"), Duration.ZERO))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void each_renewal_of_a_batch_has_a_result_of_its_own() throws Exception {
    String results =
        "{\"results\":[{\"id\":1,\"status\":200,\"ttl\":5.0,\"fencing_token\":7},"
            + "{\"id\":2,\"status\":404,\"problem\":{\"type\":\"urn:tenure:problem:no-such-claim\","
            + "\"detail\":\"there is no claim 2\"}}]}";
    try (ScriptedNode node = ScriptedNode.of(answer(200, results));
        ClaimsApi api = open(node)) {
      List<Renewal> renewals = api.renewAll(Map.of(1L, Duration.ofSeconds(5))).join();

      assertThat(renewals.get(0).refusal()).isEmpty();
      assertThat(renewals.get(1).refusal().orElseThrow().type()).isEqualTo("no-such-claim");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400, bad-parameters,   BadRequestException",
    "401, unauthorized,     UnauthorizedException",
    "403, forbidden,        UnauthorizedException",
    "404, no-such-claim,    NoSuchClaimException",
    "404, not-found,        RefusedException",
    "405, bad-method,       RefusedException",
    "409, still-waiting,    StillHeldException",
    "422, key-reused,       BadRequestException",
    "503, unavailable,      UnavailableException",
    "507, limit-reached,    LimitReachedException",
  })
  void every_failure_has_an_exception_with_a_name(int status, String type, String name)
      throws Exception {
    String body =
        "{\"type\":\"urn:tenure:problem:"
            + type
            + "\",\"detail\":\"so it is\",\"holder\":{\"id\":5,\"name\":\"ann\"}}";
    try (ScriptedNode node = ScriptedNode.of(answer(status, body));
        ClaimsApi api = open(node).withPatience(Duration.ZERO)) {
      CompletableFuture<ClaimInfo> call = api.show(1);

      assertThatThrownBy(call::join)
          .cause()
          .isInstanceOf(TenureException.class)
          .hasMessageContaining("so it is")
          .hasMessageContaining("held by ann (claim 5)")
          .satisfies(failure -> assertThat(failure.getClass().getSimpleName()).isEqualTo(name));
    }
  }

  @Test
  void a_refusal_says_who_is_in_the_way_and_for_how_long() throws Exception {
    String body =
        "{\"type\":\"urn:tenure:problem:still-waiting\",\"detail\":\"wait\",\"expires_in\":12.5,"
            + "\"holder\":{\"id\":5,\"name\":\"ann\"}}";
    try (ScriptedNode node = ScriptedNode.of(answer(409, body));
        ClaimsApi api = open(node)) {
      RefusedException refused = refusalOf(api.renew(1, Duration.ofSeconds(5)));

      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.type()).isEqualTo("still-waiting");
      assertThat(refused.holder().orElseThrow().claim()).isEqualTo(5);
      assertThat(refused.expiresIn()).contains(Duration.ofMillis(12_500));
      assertThat(refused.problem().detail()).isEqualTo("wait");
    }
  }

  private static RefusedException refusalOf(CompletableFuture<?> call) {
    return (RefusedException)
        catchThrowableOfType(CompletionException.class, call::join).getCause();
  }

  @Test
  void a_claim_tells_when_it_was_filed_by_whom_and_how_long_it_waits() throws Exception {
    String waiting =
        "{\"id\":1,\"status\":\"waiting\",\"created\":\"2030-01-02T03:04:05.678901Z\","
            + "\"waiting_duration\":2.5,\"user_data\":{\"host\":\"a\"}}";
    try (ScriptedNode node = ScriptedNode.of(answer(200, waiting), answer(200, "{\"id\":2}"));
        ClaimsApi api = open(node)) {
      ClaimInfo claim = api.show(1).join();

      assertThat(claim.isWaiting()).isTrue();
      assertThat(claim.created()).isEqualTo("2030-01-02T03:04:05.678901Z");
      assertThat(claim.waitingDuration()).isEqualTo(2.5);
      assertThat(claim.userData().orElseThrow().path("host").asText()).isEqualTo("a");
      assertThat(api.show(2).join().userData()).isEmpty();
    }
  }

  @Test
  void claims_are_ended_by_their_status() throws Exception {
    try (ScriptedNode node = ScriptedNode.of(answer(204, ""), answer(204, ""));
        ClaimsApi api = open(node)) {
      api.abort(7).join();
      api.revoke(8).join();

      assertThat(node.requests().get(0))
          .startsWith("PATCH /v1/claims/7/ ")
          .endsWith("{\"status\":\"aborted\"}");
      assertThat(node.requests().get(1))
          .startsWith("PATCH /v1/claims/8/ ")
          .endsWith("{\"status\":\"revoked\"}");
    }
  }

  @Test
  void the_cluster_and_its_resources_are_shown_as_the_node_tells_them() throws Exception {
    try (ScriptedNode node =
            ScriptedNode.of(
                answer(200, "{\"level\":2}"), answer(200, "{\"resources\":[{\"name\":\"a/b\"}]}"));
        ClaimsApi api = open(node)) {
      assertThat(api.cluster().join().path("level").asInt()).isEqualTo(2);
      assertThat(api.resources("a/").join().path("resources")).hasSize(1);

      assertThat(node.requests().get(0)).startsWith("GET /v1/cluster ");
      assertThat(node.requests().get(1)).startsWith("GET /v1/resources?prefix=a%2F ");
    }
  }

  @Test
  void every_node_is_asked_for_its_health() throws Exception {
    ScriptedNode dead = ScriptedNode.of();
    dead.close();
    try (ScriptedNode node = ScriptedNode.of(answer(200, "ready"));
        ClaimsApi api = ClaimsApi.open(ConnectionSettings.to(List.of(dead.url(), node.url())))) {
      List<ClaimsApi.NodeHealth> health = api.health().join();

      assertThat(health).extracting(ClaimsApi.NodeHealth::ready).containsExactly(false, true);
    }
  }

  @Test
  void a_call_that_is_under_way_when_it_is_closed_fails() throws Exception {
    try (ScriptedNode node = ScriptedNode.of(ScriptedNode.SILENCE)) {
      ClaimsApi api = open(node).withPatience(Duration.ZERO);
      CompletableFuture<ClaimInfo> call = api.show(1);
      api.close();

      assertThatThrownBy(call::join).hasCauseInstanceOf(UnavailableException.class);
    }
  }

  @Test
  void names_with_slashes_and_spaces_are_one_part_of_the_path() throws Exception {
    try (ScriptedNode node = ScriptedNode.of(answer(200, "{\"held\":false}"));
        ClaimsApi api = open(node)) {
      assertThat(api.resource("a b//ü+c").join().path("held").asBoolean()).isFalse();
      assertThat(node.requests().get(0))
          .startsWith("GET /v1/resources/a%20b%2F%2F%C3%BC%2Bc HTTP/1.1");
    }
  }

  private static ClaimsApi open(ScriptedNode node) {
    List<URI> urls = List.of(node.url());
    return ClaimsApi.open(ConnectionSettings.to(urls));
  }

  private static String answer(int status, String body) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return "HTTP/1.1 " + status + " X\r\nContent-Length: " + length + "\r\n\r\n" + body;
  }
}
