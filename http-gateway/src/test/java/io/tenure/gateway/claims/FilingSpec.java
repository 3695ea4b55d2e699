package io.tenure.gateway.claims;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.gateway.Answer;
import io.tenure.gateway.FakeCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilingSpec {

  private static final String[] KEYS = {
    "url",
    "id",
    "resource",
    "status",
    "created",
    "status_history",
    "ttl",
    "active_duration",
    "waiting_duration",
    "user_data",
    "fencing_token",
    "queue_position"
  };

  private final Claims claims = new Claims();

  private static List<String> keys(JsonNode object) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  @Test
  void all_keys_are_always_there() {
    long active = claims.file("r", 5);
    long waiting = claims.file("r", 5);
    long withdrawn = claims.file("r", 5);
    claims.patch(withdrawn, "{\"status\": \"withdrawn\"}");
    for (long id : new long[] {active, waiting, withdrawn}) {
      assertThat(keys(claims.show(id))).containsExactly(KEYS);
    }
  }

  @Test
  void an_active_claim_is_shown_to_the_byte() {
    Answer answer = claims.post("{\"resource\":\"r\",\"ttl\":10,\"user_data\":{\"a\": [1.50]}}");
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.header("Location")).contains("http://tenure.test:8081/v1/claims/1/");
    assertThat(new String(answer.body(), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"url\":\"http://tenure.test:8081/v1/claims/1/\",\"id\":1,\"resource\":\"r\","
                + "\"status\":\"active\",\"created\":\"2026-11-16T00:00:00.000001Z\","
                + "\"status_history\":["
                + "{\"status\":\"waiting\",\"timestamp\":\"2026-11-16T00:00:00.000001Z\"},"
                + "{\"status\":\"active\",\"timestamp\":\"2026-11-16T00:00:00.000001Z\"}],"
                + "\"ttl\":10.0,\"active_duration\":0.0,\"waiting_duration\":0.0,"
                + "\"user_data\":{\"a\": [1.50]},\"fencing_token\":1,\"queue_position\":0}");
  }

  @Test
  void durations_are_those_of_the_moment() {
    long first = claims.file("r", 10);
    long second = claims.file("r", 20);
    claims.pass(Duration.ofNanos(1_877_000));
    assertThat(claims.show(first).get("ttl").asText()).isEqualTo("9.998123");
    assertThat(claims.show(first).get("active_duration").asText()).isEqualTo("0.001877");
    assertThat(claims.show(second).get("waiting_duration").asText()).isEqualTo("0.001877");
    claims.patch(first, "{\"status\": \"released\"}");
    claims.pass(Duration.ofSeconds(3));
    assertThat(claims.show(first).get("active_duration").asText()).isEqualTo("0.001877");
    assertThat(claims.show(second).get("waiting_duration").asText()).isEqualTo("0.001877");
    assertThat(claims.show(second).get("ttl").asText()).isEqualTo("77.0"); // with its grace
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.000001",
    "0.0, 0.000001",
    "-0.0, 0.000001",
    "1e-9, 0.000001",
    "0.0000014, 0.000001",
    "0.0000016, 0.000002",
    "1, 1.0",
    "1.5, 1.5",
    "1e2, 100.0",
    "0.1, 0.1",
    "315360000, 3.1536E8"
  })
  void a_ttl_is_rounded_to_microseconds(String ttl, double left) {
    Answer answer = claims.post("{\"resource\": \"r\", \"ttl\": " + ttl + "}");
    assertThat(answer.status()).isEqualTo(201);
    assertThat(Claims.json(answer).get("ttl").doubleValue()).isEqualTo(left);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1",
        "-1e-9",
        "315360001",
        "1e300",
        "1e999",
        "NaN",
        "Infinity",
        "-Infinity",
        "\"1\"",
        "true",
        "null",
        "[]",
        "{}",
        "123456789012345678901234567890"
      })
  void other_ttls_are_refused_by_name(String ttl) {
    Answer answer = claims.post("{\"resource\": \"r\", \"ttl\": " + ttl + "}");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(keys(Claims.json(answer))).contains("ttl").doesNotContain("resource");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "7",
        "null",
        "[\"r\"]",
        "{\"r\": NaN2}",
        "\"a\\u0000\"",
        "\"\\ud800\"",
        "\"a\\nb\""
      })
  void a_resource_must_have_a_name(String resource) {
    Answer answer = claims.post("{\"resource\": " + resource + ", \"ttl\": 1}");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(claims.get("/v1/claims/").body()).asString().isEqualTo("[]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "0",
        "1.10",
        "1E400",
        "12345678901234567890123",
        "\"\"",
        "\"\\ud800\\u0041/\\/\"",
        "true",
        "[]",
        "{}",
        "{\"a\":1,\"a\":2}",
        "[[[[{\"ü\" : \"😀\"}]]]]"
      })
  void user_data_comes_back_as_it_was_written(String data) {
    Answer answer = claims.post("{\"user_data\": " + data + ", \"resource\": \"r\", \"ttl\": 1}");
    assertThat(answer.status()).isEqualTo(201);
    assertThat(new String(answer.body(), StandardCharsets.UTF_8))
        .contains(",\"user_data\":" + data + ",\"fencing_token\":1");
  }

  @Test
  void user_data_has_a_limit() {
    String fits = "\"" + "x".repeat(ClaimsLimits.DEFAULT.dataBytes() - 2) + "\"";
    String exceeds = "\"" + "x".repeat(ClaimsLimits.DEFAULT.dataBytes() - 1) + "\"";
    String body = "{\"resource\": \"r\", \"ttl\": 1, \"user_data\": %s}";
    assertThat(claims.post(body.formatted(fits)).status()).isEqualTo(201);
    Answer refused = claims.post(body.formatted(exceeds));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(keys(Claims.json(refused))).contains("user_data");
  }

  @Test
  void every_bad_parameter_is_named_at_once() {
    JsonNode problem =
        Claims.json(claims.post("{\"resource\": 1, \"ttl\": -1, \"one\": 1, \"\": 2}"));
    assertThat(keys(problem)).contains("resource", "ttl", "one", "");
    assertThat(problem.get("invalid_params")).hasSize(4);
  }

  @Test
  void a_name_that_is_half_a_character_is_refused_like_any_other() {
    Answer answer = claims.post("{\"resource\": \"r\", \"ttl\": 1, \"\\ud800\": 2}");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(Claims.json(answer).get("detail").textValue()).isNotEmpty();
  }

  @Test
  void a_refused_body_changes_nothing() {
    long before = claims.leases.digest();
    claims.post("{\"resource\": \"r\", \"ttl\": 1, \"x\": 1}");
    claims.post("{\"resource\": \"r\", \"ttl\": 1} x");
    claims.send(FakeCall.of("POST", "/v1/claims/?x=1").body("{\"resource\": \"r\", \"ttl\": 1}"));
    assertThat(claims.leases.digest()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, 201",
    "Application/JSON; charset=utf-8, 201",
    "application/problem+json, 201",
    "text/plain, 201",
    "text/json, 201",
    "application/octet-stream, 201",
    "application/x-www-form-urlencoded, 201",
    "text/html, 415",
    "application/xml, 415",
    "multipart/form-data; boundary=x, 415"
  })
  void bodies_that_say_that_they_are_something_else_are_refused(String type, int status) {
    FakeCall call = FakeCall.of("POST", "/v1/claims/").body("{\"resource\": \"r\", \"ttl\": 1}");
    assertThat(claims.send(call.header("Content-Type", type)).status()).isEqualTo(status);
  }

  @Test
  void ids_and_tokens_grow() {
    long last = 0;
    for (int i = 0; i < 5; i++) {
      JsonNode claim = claims.show(claims.file("r" + i, 5));
      assertThat(claim.get("fencing_token").longValue()).isGreaterThan(last);
      last = claim.get("fencing_token").longValue();
    }
  }
}
