package io.tenure.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.auth.ShownToken;
import io.tenure.gateway.auth.StaticTokens;
import io.tenure.gateway.events.EventsOptions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Two who send the same key are never both told that they hold. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KeysOfPrincipalsSpec {

  private static final String KEY = "2f7b1c5e-9d3a-4e8f-b6a0-51c4d2e9f703";

  private final AllDialects all =
      new AllDialects(
          StaticTokens.of(List.of("first-token", "second-token")), EventsOptions.DEFAULT);

  @AfterEach
  void close() {
    all.close();
  }

  private static FakeCall post(String path, String token, String body) {
    return FakeCall.of("POST", path)
        .header("Authorization", "Bearer " + token)
        .header("Idempotency-Key", KEY)
        .body(body);
  }

  @Test
  void claims_of_two_tokens_with_one_key_are_two_claims() {
    String body = "{\"resource\": \"job\", \"ttl\": 30}";
    Answer first = all.send(post("/v1/claims/", "first-token", body));
    Answer second = all.send(post("/v1/claims/", "second-token", body));

    assertThat(first.status()).isEqualTo(201);
    assertThat(second.status()).isEqualTo(202);
    assertThat(AllDialects.json(second).get("id")).isNotEqualTo(AllDialects.json(first).get("id"));
  }

  @Test
  void locks_of_two_tokens_with_one_key_exclude_each_other() {
    String body = "{\"key\": \"job\", \"ttl\": 30}";
    assertThat(all.send(post("/api/locks", "first-token", body)).status()).isEqualTo(200);
    assertThat(all.send(post("/api/locks", "second-token", body)).status()).isEqualTo(423);
    assertThat(all.send(post("/api/locks", "first-token", body)).status()).isEqualTo(200);
  }

  @Test
  void leases_of_two_clients_with_one_key_exclude_each_other() {
    FakeCall call = post("/v1/db/leases/job", "first-token", "data");
    assertThat(all.send(call.header("X-Quorum-Client-ID", "a")).status()).isEqualTo(201);
    assertThat(all.send(call.header("X-Quorum-Client-ID", "b")).status()).isEqualTo(409);
    assertThat(all.send(call.header("X-Quorum-Client-ID", "a")).status()).isEqualTo(201);
  }

  @Test
  void a_lease_of_one_name_under_two_tokens_is_not_repeated() {
    FakeCall first = post("/v1/db/leases/job", "first-token", "data");
    FakeCall second = post("/v1/db/leases/job", "second-token", "data");
    assertThat(all.send(first.header("X-Quorum-Client-ID", "a")).status()).isEqualTo(201);
    assertThat(all.send(second.header("X-Quorum-Client-ID", "a")).status()).isEqualTo(405);
  }

  @Test
  void the_two_headers_for_a_token_name_the_same_principal() {
    String body = "{\"resource\": \"job\", \"ttl\": 30}";
    Answer first = all.send(post("/v1/claims/", "first-token", body));
    Answer again =
        all.send(
            FakeCall.of("POST", "/v1/claims/")
                .header(ShownToken.HEADER, "first-token")
                .header("Idempotency-Key", KEY)
                .body(body));
    assertThat(AllDialects.json(again).get("id")).isEqualTo(AllDialects.json(first).get("id"));
  }
}
