package io.tenure.gateway.claims;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.gateway.Answer;
import io.tenure.gateway.FakeCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangingSpec {

  private final Claims claims = new Claims();

  /** Makes a claim of this status, whatever is needed for it. */
  private long claimThatIs(String status) {
    long id =
        switch (status) {
          case "waiting" -> {
            claims.file("r", 50);
            yield claims.file("r", 50);
          }
          case "expired" -> claims.file("r", 0.001);
          default -> claims.file("r", 50);
        };
    switch (status) {
      case "waiting", "active" -> {}
      case "expired" -> claims.pass(Duration.ofSeconds(1));
      default ->
          assertThat(claims.patch(id, "{\"status\": \"" + status + "\"}").status()).isEqualTo(204);
    }
    assertThat(claims.show(id).get("status").textValue()).isEqualTo(status);
    return id;
  }

  @ParameterizedTest
  @CsvSource({
    "waiting, active, 409",
    "waiting, released, 400",
    "waiting, aborted, 204",
    "waiting, revoked, 204",
    "waiting, withdrawn, 204",
    "active, active, 200",
    "active, released, 204",
    "active, aborted, 204",
    "active, revoked, 204",
    "active, withdrawn, 204"
  })
  void a_live_claim_may_become(String from, String to, int status) {
    long id = claimThatIs(from);
    for (String method : new String[] {"PATCH", "PUT"}) {
      String body = "{\"status\": \"" + to + "\"}";
      Answer answer = claims.send(FakeCall.of(method, "/v1/claims/" + id).body(body));
      if (method.equals("PATCH") || status != 204) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body().length == 0).isEqualTo(status == 204);
      }
    }
    assertThat(claims.show(id).get("status").textValue()).isEqualTo(status == 204 ? to : from);
  }

  @ParameterizedTest
  @ValueSource(strings = {"released", "aborted", "revoked", "withdrawn", "expired"})
  void a_final_status_is_final(String status) {
    long id = claimThatIs(status);
    long before = claims.leases.digest();
    for (String to : new String[] {"active", "released", "aborted", "revoked", "withdrawn"}) {
      Answer answer = claims.patch(id, "{\"status\": \"" + to + "\"}");
      assertThat(answer.status()).isEqualTo(400);
      assertThat(Claims.json(answer).get("detail").textValue())
          .isEqualTo("status: a claim that is " + status + " cannot become " + to);
    }
    Answer renewal = claims.patch(id, "{\"ttl\": 5}");
    assertThat(renewal.status()).isEqualTo(400);
    assertThat(Claims.json(renewal).get("ttl").textValue()).contains("this is " + status);
    assertThat(claims.put(id, "{\"ttl\": 5, \"status\": \"active\"}").status()).isEqualTo(400);
    assertThat(claims.leases.digest()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                | ttl, status",
        "{\"ttl\": 5, \"status\": \"active\"} | ttl, status",
        "{\"ttl\": -1}                     | ttl",
        "{\"ttl\": null}                   | ttl",
        "{\"ttl\": NaN}                    | ttl",
        "{\"ttl\": \"5\"}                  | ttl",
        "{\"status\": \"waiting\"}         | status",
        "{\"status\": \"expired\"}         | status",
        "{\"status\": \"ACTIVE\"}          | status",
        "{\"status\": 1}                   | status",
        "{\"status\": null}                | status",
        "{\"timeout\": 1}                  | timeout",
        "{\"user_data\": {}}               | user_data",
        "{\"status\": \"active\", \"x\": 1}| x",
      })
  void a_bad_patch_is_refused_before_the_claim_is_looked_for(String body, String names) {
    long id = claims.file("r", 50);
    for (String path : new String[] {"/v1/claims/" + id, "/v1/claims/77/", "/v1/claims/x/"}) {
      Answer answer = claims.send(FakeCall.of("PATCH", path).body(body));
      assertThat(answer.status()).isEqualTo(400);
      assertThat(Claims.json(answer).get("invalid_params").findValuesAsText("name"))
          .containsExactly(names.split(", "));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"77", "0", "x", "-1", "1.0", "12345678901234567", "%31%20", "١"})
  void a_claim_that_is_not_there_is_404(String id) {
    claims.file("r", 50);
    String path = "/v1/claims/" + id + "/";
    assertThat(claims.get(path).status()).isEqualTo(404);
    assertThat(claims.send(FakeCall.of("PATCH", path).body("{\"ttl\": 1}")).status())
        .isEqualTo(404);
    assertThat(claims.send(FakeCall.of("PUT", path).body("{\"ttl\": 1}")).status()).isEqualTo(404);
  }

  @Test
  void a_refused_activation_tells_who_is_in_the_way() {
    long holder = claims.file("r", 10);
    claims.file("r", 10);
    long third = claims.file("r", 10);
    claims.pass(Duration.ofMillis(2_500));
    JsonNode problem = Claims.json(claims.patch(third, "{\"status\": \"active\"}"));
    assertThat(problem.get("holder").get("id").longValue()).isEqualTo(holder);
    assertThat(problem.get("holder").get("name").isNull()).isTrue();
    assertThat(problem.get("expires_in").asText()).isEqualTo("7.5");
    assertThat(problem.get("queue_position").intValue()).isEqualTo(2);
    assertThat(problem.get("status").intValue()).isEqualTo(409);
  }

  @Test
  void renewal_counts_from_now_and_confirmation_does_not_touch_the_ttl() {
    long id = claims.file("r", 10);
    claims.pass(Duration.ofSeconds(4));
    assertThat(Claims.json(claims.patch(id, "{\"status\": \"active\"}")).get("ttl").asText())
        .isEqualTo("6.0");
    assertThat(Claims.json(claims.patch(id, "{\"ttl\": 8}")).get("ttl").asText()).isEqualTo("8.0");
    claims.pass(Duration.ofSeconds(9));
    assertThat(claims.show(id).get("status").textValue()).isEqualTo("expired");
  }

  @Test
  void an_end_promotes_the_next_in_line() {
    long first = claims.file("r", 10);
    long second = claims.file("r", 20);
    claims.pass(Duration.ofSeconds(5));
    claims.patch(first, "{\"status\": \"released\"}");
    JsonNode promoted = claims.show(second);
    assertThat(promoted.get("status").textValue()).isEqualTo("active");
    assertThat(promoted.get("ttl").asText()).isEqualTo("80.0"); // with a minute to ask
    assertThat(promoted.get("waiting_duration").asText()).isEqualTo("5.0");
    assertThat(promoted.get("status_history").findValuesAsText("status"))
        .containsExactly("waiting", "active");
  }

  @Test
  void put_takes_both_in_one_step() {
    long first = claims.file("r", 10);
    long second = claims.file("r", 10);
    Answer both = claims.put(first, "{\"ttl\": 30, \"status\": \"active\", \"timeout\": null}");
    assertThat(both.status()).isEqualTo(200);
    assertThat(Claims.json(both).get("ttl").asText()).isEqualTo("30.0");
    assertThat(claims.put(second, "{\"ttl\": 30, \"status\": \"active\"}").status()).isEqualTo(409);
    assertThat(claims.put(second, "{\"ttl\": 30}").status()).isEqualTo(400);
    assertThat(claims.put(first, "{\"ttl\": 30, \"status\": \"released\"}").status())
        .isEqualTo(204);
    assertThat(claims.put(first, "{\"status\": \"active\", \"x\": 1}").status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "TRACE", "LINK"})
  void other_methods_are_405(String method) {
    long id = claims.file("r", 10);
    Answer answer = claims.send(FakeCall.of(method, "/v1/claims/" + id));
    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("Allow")).contains("DELETE, GET, HEAD, OPTIONS, PATCH, PUT");
    if (!method.equals("POST")) {
      Answer collection = claims.send(FakeCall.of(method, "/v1/claims"));
      assertThat(collection.status()).isEqualTo(405);
      assertThat(collection.header("Allow")).contains("GET, HEAD, OPTIONS, POST");
    }
  }

  @Test
  void paths_below_a_claim_and_beside_the_claims_are_404() {
    long id = claims.file("r", 10);
    for (String path : new String[] {"/v1/claims/" + id + "/x", "/v1/claimsx", "/v1/unknown/"}) {
      assertThat(claims.get(path).status()).isEqualTo(404);
    }
  }
}
