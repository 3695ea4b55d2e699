package io.tenure.gateway.renewals;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.gateway.AllDialects;
import io.tenure.gateway.Answer;
import io.tenure.gateway.Authenticator;
import io.tenure.gateway.FakeCall;
import io.tenure.gateway.auth.StaticTokens;
import io.tenure.gateway.events.EventsOptions;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Renewing many claims at once, beyond what the document's tables show. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RenewalsSpec {

  private final AllDialects all = new AllDialects();

  @AfterEach
  void close() {
    all.close();
  }

  private Answer renew(String body) {
    return all.send(FakeCall.of("POST", "/v1/renewals").body(body));
  }

  private static String body(LongStream claims) {
    return claims
        .mapToObj(Long::toString)
        .collect(Collectors.joining(",", "{\"ttl\": 30, \"claims\": [", "]}"));
  }

  @Test
  void a_thousand_claims_are_renewed_and_one_more_is_too_many() {
    long first = all.file("r0", 60);
    for (int i = 1; i < 1000; i++) {
      all.file("r" + i, 60);
    }
    all.pass(Duration.ofSeconds(10));
    JsonNode results =
        AllDialects.json(renew(body(LongStream.range(first, first + 1000)))).get("results");
    assertThat(results).hasSize(1000);
    for (int i = 0; i < 1000; i++) {
      assertThat(results.get(i).get("id").longValue()).isEqualTo(first + i);
      assertThat(results.get(i).get("status").intValue()).isEqualTo(200);
      assertThat(results.get(i).get("ttl").asText()).isEqualTo("30.0");
    }
    long digest = all.leases.digest();
    Answer refusal = renew(body(LongStream.rangeClosed(first, first + 1000)));
    assertThat(refusal.status()).isEqualTo(400);
    assertThat(AllDialects.json(refusal).get("claims").asText()).contains("1000");
    assertThat(all.leases.digest()).isEqualTo(digest);
  }

  @Test
  void one_bad_element_keeps_all_from_being_renewed() {
    long id = all.file("a", 60);
    long digest = all.leases.digest();
    assertThat(renew("{\"ttl\": 30, \"claims\": [" + id + ", \"x\"]}").status()).isEqualTo(400);
    assertThat(renew("{\"ttl\": 30, \"claims\": [" + id + "], \"x\": NaN}").status())
        .isEqualTo(400);
    assertThat(all.leases.digest()).isEqualTo(digest);
  }

  @Test
  void each_failure_is_its_own_claims_result() {
    long a = all.file("a", 60);
    long b = all.file("b", 60);
    long c = all.file("c", 60);
    all.leases.failNext(new UnavailableException("no leader"));
    all.leases.failNext(new UnknownOutcomeException("lost"));
    Answer answer = renew(body(LongStream.of(a, b, c)));
    assertThat(answer.status()).isEqualTo(200);
    JsonNode results = AllDialects.json(answer).get("results");
    assertThat(results.get(0).get("status").intValue()).isEqualTo(503);
    assertThat(results.get(0).get("problem").get("type").asText()).endsWith(":unavailable");
    assertThat(results.get(1).get("problem").get("type").asText()).endsWith(":unknown-outcome");
    assertThat(results.get(2).get("status").intValue()).isEqualTo(200);
  }

  @Test
  void a_fault_of_ours_is_no_result() {
    long a = all.file("a", 60);
    all.leases.failNext(new IllegalStateException("broken"));
    assertThat(renew(body(LongStream.of(a))).status()).isEqualTo(500);
  }

  @Test
  void whoever_renews_must_show_credentials_where_they_are_wanted() {
    Authenticator guarded = StaticTokens.of(List.of("secret"));
    try (AllDialects closed = new AllDialects(guarded, EventsOptions.DEFAULT)) {
      FakeCall call = FakeCall.of("POST", "/v1/renewals").body("{\"ttl\": 30, \"claims\": [1]}");
      assertThat(closed.send(call).status()).isEqualTo(401);
      assertThat(closed.send(call.header("Authorization", "Bearer wrong")).status()).isEqualTo(401);
      assertThat(closed.send(call.header("Authorization", "Bearer secret")).status())
          .isEqualTo(200);
      assertThat(closed.send(FakeCall.of("GET", "/v1/resources/a")).status()).isEqualTo(200);
      assertThat(closed.send(FakeCall.of("HEAD", "/v1/events")).status()).isEqualTo(200);
    }
  }

  @Test
  void renewals_may_also_be_a_namespace_of_leases() {
    FakeCall call =
        FakeCall.of("POST", "/v1/renewals/leases/a").header("X-Quorum-Client-ID", "me").body("x");
    assertThat(all.send(call).status()).isEqualTo(201);
    assertThat(all.send(FakeCall.of("GET", "/v1/renewals/%zz")).status()).isEqualTo(400);
  }
}
