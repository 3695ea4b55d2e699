package io.tenure.gateway.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.gateway.FakeCall;
import io.tenure.service.UnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WaitingSpec {

  private final Claims claims = new Claims();

  private CompletableFuture<Answer> post(double ttl, String wait) {
    return claims.start(
        FakeCall.of("POST", "/v1/claims/")
            .body("{\"resource\": \"r\", \"ttl\": " + ttl + "}")
            .header("Prefer", "wait=" + wait));
  }

  private CompletableFuture<Answer> get(long id, String wait) {
    return claims.start(FakeCall.of("GET", "/v1/claims/" + id).header("Prefer", "wait=" + wait));
  }

  private static void hasStatus(CompletableFuture<Answer> answer, int code, String status) {
    assertThat(answer).isDone();
    assertThat(answer.join().status()).isEqualTo(code);
    assertThat(Claims.json(answer.join()).get("status").textValue()).isEqualTo(status);
  }

  @Test
  void a_post_waits_until_its_claim_is_active() {
    long first = claims.file("r", 50);
    CompletableFuture<Answer> second = post(5, "30");
    claims.pass(Duration.ofSeconds(3));
    assertThat(second).isNotDone();
    claims.patch(first, "{\"status\": \"released\"}");
    hasStatus(second, 201, "active");
    assertThat(second.join().header("Location")).contains(FakeCall.ORIGIN + "/v1/claims/2/");
    assertThat(second.join().header("Preference-Applied")).contains("wait=30");
    assertThat(Claims.json(second.join()).get("ttl").asText()).isEqualTo("5.0");
  }

  @Test
  void a_post_waits_no_longer_than_it_said() {
    claims.file("r", 50);
    CompletableFuture<Answer> second = post(5, "3");
    claims.pass(Duration.ofMillis(2_999));
    assertThat(second).isNotDone();
    claims.pass(Duration.ofMillis(1));
    hasStatus(second, 202, "waiting");
    assertThat(Claims.json(second.join()).get("waiting_duration").asText()).isEqualTo("3.0");
  }

  @Test
  void nobody_waits_longer_than_a_minute() {
    claims.file("r", 500);
    CompletableFuture<Answer> second = post(5, "100");
    claims.pass(Duration.ofSeconds(60));
    hasStatus(second, 202, "waiting");
    assertThat(second.join().header("Preference-Applied")).contains("wait=60");
  }

  @Test
  void a_post_whose_claim_is_withdrawn_meanwhile_is_told_so() {
    claims.file("r", 50);
    CompletableFuture<Answer> second = post(5, "30");
    claims.patch(2, "{\"status\": \"withdrawn\"}");
    hasStatus(second, 200, "withdrawn");
    assertThat(second.join().header("Location")).isPresent();
  }

  @Test
  void a_post_that_is_granted_at_once_does_not_wait() {
    hasStatus(post(5, "30"), 201, "active");
    assertThat(claims.leases.waiters()).isZero();
  }

  @Test
  void a_refused_post_does_not_wait() {
    CompletableFuture<Answer> refused = post(-1, "30");
    assertThat(refused.join().status()).isEqualTo(400);
    assertThat(refused.join().header("Preference-Applied")).isEmpty();
  }

  @Test
  void a_post_that_cannot_wait_has_filed_its_claim_all_the_same() {
    claims.file("r", 50);
    claims.leases.failNextAwait(new UnavailableException("the leader is gone"));
    CompletableFuture<Answer> second = post(5, "9");
    hasStatus(second, 202, "waiting");
    assertThat(second.join().header("Preference-Applied")).isEmpty();
  }

  @Test
  void a_repeated_post_waits_for_the_same_claim() {
    long first = claims.file("r", 50);
    FakeCall call =
        FakeCall.of("POST", "/v1/claims/")
            .body("{\"resource\": \"r\", \"ttl\": 5}")
            .header("Prefer", "wait=9")
            .header("Idempotency-Key", "k");
    CompletableFuture<Answer> once = claims.start(call);
    CompletableFuture<Answer> twice = claims.start(call);
    claims.patch(first, "{\"status\": \"released\"}");
    hasStatus(once, 201, "active");
    hasStatus(twice, 201, "active");
    assertThat(Claims.json(twice.join()).get("id")).isEqualTo(Claims.json(once.join()).get("id"));
    assertThat(Claims.json(claims.get("/v1/claims/"))).hasSize(2);
  }

  @Test
  void a_get_waits_for_the_next_change() {
    long first = claims.file("r", 5);
    long second = claims.file("r", 5);
    CompletableFuture<Answer> active = get(first, "30");
    CompletableFuture<Answer> waiting = get(second, "30");
    CompletableFuture<Answer> impatient = get(second, "2");
    claims.pass(Duration.ofSeconds(2));
    hasStatus(impatient, 200, "waiting");
    assertThat(active).isNotDone();
    assertThat(waiting).isNotDone();
    claims.pass(Duration.ofSeconds(3));
    hasStatus(active, 200, "expired");
    hasStatus(waiting, 200, "active");
    hasStatus(get(first, "30"), 200, "expired");
  }

  @Test
  void a_get_of_nothing_does_not_wait() {
    assertThat(get(9, "30").join().status()).isEqualTo(404);
    assertThat(get(9, "30").join().header("Preference-Applied")).isEmpty();
  }

  @Test
  void a_local_read_does_not_wait() {
    long id = claims.file("r", 5);
    Answer answer =
        claims.send(
            FakeCall.of("GET", "/v1/claims/" + id + "?consistency=local")
                .header("Prefer", "wait=5"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Preference-Applied")).isEmpty();
  }
}
