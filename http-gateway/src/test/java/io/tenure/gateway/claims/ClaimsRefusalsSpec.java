package io.tenure.gateway.claims;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.gateway.Answer;
import io.tenure.gateway.FakeCall;
import io.tenure.kernel.Command;
import io.tenure.kernel.Settings;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import org.junit.jupiter.api.Test;

class ClaimsRefusalsSpec {

  private final Claims claims = new Claims();

  private void limit(int queue, int live, int memo) {
    Settings usual = Settings.DEFAULT;
    claims.leases.apply(
        new Command.Configure(
            new Settings(
                queue,
                live,
                usual.namespaceLimit(),
                usual.retentionMicros(),
                usual.retentionLimit(),
                usual.memoMicros(),
                memo)));
  }

  private Answer postWithKey(String key) {
    return claims.send(
        FakeCall.of("POST", "/v1/claims/")
            .body("{\"resource\": \"r\", \"ttl\": 5}")
            .header("Idempotency-Key", key));
  }

  private static void isProblem(Answer answer, int status, String slug) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).contains("application/problem+json");
    JsonNode problem = Claims.json(answer);
    assertThat(problem.get("type").textValue()).endsWith(":" + slug);
    assertThat(problem.get("status").intValue()).isEqualTo(status);
    assertThat(problem.get("title").textValue()).isNotEmpty();
    assertThat(problem.get("detail").textValue()).isNotEmpty();
  }

  @Test
  void a_full_table_and_a_full_queue_are_507() {
    limit(1, 3, 100);
    claims.file("r", 5);
    claims.file("r", 5);
    Answer queue = claims.post("{\"resource\": \"r\", \"ttl\": 5}");
    isProblem(queue, 507, "limit-reached");
    assertThat(Claims.json(queue).get("detail").textValue()).contains("1 waiting");
    claims.file("s", 5);
    Answer table = claims.post("{\"resource\": \"t\", \"ttl\": 5}");
    isProblem(table, 507, "limit-reached");
    assertThat(Claims.json(table).get("detail").textValue()).contains("3 waiting and active");
  }

  @Test
  void no_room_for_another_key_is_503_and_passes() {
    limit(10, 10, 1);
    assertThat(postWithKey("a").status()).isEqualTo(201);
    Answer refused = postWithKey("b");
    isProblem(refused, 503, "unavailable");
    assertThat(refused.header("Retry-After")).isPresent();
    assertThat(postWithKey("a").status()).isEqualTo(201);
  }

  @Test
  void a_key_belongs_to_one_request() {
    assertThat(postWithKey("a").status()).isEqualTo(201);
    Answer other =
        claims.send(
            FakeCall.of("POST", "/v1/claims/")
                .body("{\"resource\": \"r\", \"ttl\": 6}")
                .header("Idempotency-Key", "a"));
    isProblem(other, 422, "idempotency-key-reused");
    isProblem(postWithKey("a b"), 400, "bad-idempotency-key");
  }

  @Test
  void repeated_changes_get_their_first_answer_again() {
    long id = claims.file("r", 5);
    FakeCall release =
        FakeCall.of("PATCH", "/v1/claims/" + id)
            .body("{\"status\": \"released\"}")
            .header("Idempotency-Key", "k");
    assertThat(claims.send(release).status()).isEqualTo(204);
    assertThat(claims.send(release).status()).isEqualTo(204);
    FakeCall again = release.header("X", "y").body("{\"status\": \"aborted\"}");
    assertThat(claims.send(again).status()).isEqualTo(422);
  }

  @Test
  void failures_of_the_cluster_are_503_and_say_what_is_known() {
    claims.leases.failNext(new UnavailableException("no leader"));
    Answer unavailable = claims.post("{\"resource\": \"r\", \"ttl\": 5}");
    isProblem(unavailable, 503, "unavailable");
    assertThat(unavailable.header("Retry-After")).isPresent();
    claims.leases.failNext(new UnknownOutcomeException("the leader went away"));
    Answer unknown = claims.post("{\"resource\": \"r\", \"ttl\": 5}");
    isProblem(unknown, 503, "unknown-outcome");
    assertThat(unknown.header("Retry-After")).isPresent();
    claims.leases.failNext(new UnavailableException("no leader"));
    isProblem(claims.get("/v1/claims/1"), 503, "unavailable");
    claims.leases.failNext(new UnavailableException("no leader"));
    isProblem(claims.get("/v1/claims/"), 503, "unavailable");
  }
}
