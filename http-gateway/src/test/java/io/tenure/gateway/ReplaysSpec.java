package io.tenure.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Nobody is told by a repetition that it holds what it does not hold any more. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReplaysSpec {

  private static final String KEY = "2f7b1c5e-9d3a-4e8f-b6a0-51c4d2e9f703";

  private final AllDialects all = new AllDialects();

  @AfterEach
  void close() {
    all.close();
  }

  private static FakeCall keyed(String method, String path, String body) {
    return FakeCall.of(method, path).header("Idempotency-Key", KEY).body(body);
  }

  private static void isReplay(Answer answer, int status) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("Idempotency-Replayed")).contains("true");
  }

  @Test
  void a_claim_that_has_expired_is_not_told_as_active_again() {
    FakeCall post = keyed("POST", "/v1/claims/", "{\"resource\": \"a\", \"ttl\": 3}");
    Answer first = all.send(post);
    assertThat(first.status()).isEqualTo(201);
    assertThat(first.header("Idempotency-Replayed")).isEmpty();

    all.pass(Duration.ofSeconds(2));
    Answer still = all.send(post);
    isReplay(still, 201);
    assertThat(AllDialects.json(still).get("ttl").doubleValue()).isEqualTo(1.0);

    all.pass(Duration.ofSeconds(3));
    Answer over = all.send(post);
    isReplay(over, 200);
    JsonNode claim = AllDialects.json(over);
    assertThat(claim.get("id")).isEqualTo(AllDialects.json(first).get("id"));
    assertThat(claim.get("status").textValue()).isEqualTo("expired");
    assertThat(claim.get("ttl").isNull()).isTrue();
  }

  @Test
  void a_renewal_of_a_claim_that_has_expired_since_is_not_told_as_done() {
    long id = all.file("a", 3);
    FakeCall patch = keyed("PATCH", "/v1/claims/" + id, "{\"ttl\": 3}");
    assertThat(all.send(patch).status()).isEqualTo(200);
    isReplay(all.send(patch), 200);
    all.pass(Duration.ofSeconds(4));
    isReplay(all.send(patch), 400);
  }

  @Test
  void a_repetition_that_would_rather_wait_waits_for_the_claim_that_was_filed() {
    long holder = all.file("a", 60);
    FakeCall post = keyed("POST", "/v1/claims/", "{\"resource\": \"a\", \"ttl\": 3}");
    assertThat(all.send(post).status()).isEqualTo(202);
    CompletableFuture<Answer> waiting = all.gateway.answer(post.header("Prefer", "wait=30"));
    assertThat(waiting).isNotDone();

    all.release(holder);
    isReplay(waiting.join(), 201);
    assertThat(waiting.join().header("Preference-Applied")).contains("wait=30");
  }

  @Test
  void a_lock_that_is_over_is_not_told_as_held_again() {
    FakeCall post = keyed("POST", "/api/locks", "{\"key\": \"a\", \"ttl\": 3}");
    JsonNode first = AllDialects.json(all.send(post));
    all.pass(Duration.ofSeconds(1));
    Answer still = all.send(post);
    isReplay(still, 200);
    assertThat(AllDialects.json(still).get("generation")).isEqualTo(first.get("generation"));
    assertThat(AllDialects.json(still).get("ttl_remaining").doubleValue()).isEqualTo(2.0);

    all.pass(Duration.ofSeconds(3));
    isReplay(all.send(post), 404);
  }

  @Test
  void a_lease_that_is_over_is_not_told_as_acquired_again_also_if_another_holds_it() {
    FakeCall post =
        keyed("POST", "/v1/db/leases/a", "data")
            .header("X-Quorum-Client-ID", "a")
            .header("X-Quorum-Lease-Length", "10");
    assertThat(all.send(post).status()).isEqualTo(201);
    all.pass(Duration.ofSeconds(4));
    Answer still = all.send(post);
    isReplay(still, 201);
    assertThat(still.header("X-Quorum-Lease-Expires-Seconds")).contains("6");

    all.pass(Duration.ofSeconds(7));
    FakeCall other = FakeCall.of("POST", "/v1/db/leases/a").header("X-Quorum-Client-ID", "b");
    assertThat(all.send(other).status()).isEqualTo(201);
    Answer over = all.send(post);
    isReplay(over, 404);
    assertThat(over.header("X-Quorum-Client-ID")).contains("a");
    assertThat(over.header("X-Quorum-Lease-Expires-Seconds")).isEmpty();
  }

  @Test
  void a_refusal_is_repeated_with_the_lease_as_it_is_now() {
    FakeCall first = FakeCall.of("POST", "/v1/db/leases/a").header("X-Quorum-Client-ID", "a");
    all.send(first.header("X-Quorum-Lease-Length", "10"));
    FakeCall post = keyed("POST", "/v1/db/leases/a", "").header("X-Quorum-Client-ID", "b");
    assertThat(all.send(post).status()).isEqualTo(409);
    all.pass(Duration.ofSeconds(4));
    Answer again = all.send(post);
    isReplay(again, 409);
    assertThat(again.header("X-Quorum-Lease-Expires-Seconds")).contains("6");
  }
}
