package io.tenure.gateway.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.gateway.FakeCall;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Clients that learn of their turn by asking. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PollingSpec {

  private static final String ASK = "{\"status\": \"active\"}";

  private final Claims claims = new Claims();

  private long fileWithPreference(String preference) {
    Answer answer =
        claims.send(
            FakeCall.of("POST", "/v1/claims/")
                .body("{\"resource\": \"r\", \"ttl\": 20}")
                .header("Prefer", preference));
    return Claims.json(answer).get("id").longValue();
  }

  private void release(long id) {
    assertThat(claims.patch(id, "{\"status\": \"released\"}").status()).isEqualTo(204);
  }

  private String ttl(long id) {
    assertThat(claims.show(id).get("status").textValue()).isEqualTo("active");
    return claims.show(id).get("ttl").asText();
  }

  @Test
  void a_client_that_polls_more_and_more_rarely_keeps_its_turn() {
    long first = claims.file("r", 1_000);
    long second = claims.file("r", 20);
    claims.pass(Duration.ofSeconds(60));
    assertThat(claims.patch(second, ASK).status()).isEqualTo(409);
    claims.pass(Duration.ofSeconds(180));
    assertThat(claims.patch(second, ASK).status()).isEqualTo(409);
    claims.pass(Duration.ofSeconds(1));
    release(first);

    claims.pass(Duration.ofSeconds(359));
    Answer asked = claims.patch(second, ASK);

    assertThat(asked.status()).isEqualTo(200);
    assertThat(Claims.json(asked).get("ttl").asText()).isEqualTo("20.0");
    claims.pass(Duration.ofSeconds(20));
    assertThat(claims.show(second).get("status").textValue()).isEqualTo("expired");
  }

  @Test
  void a_put_is_an_ask_too() {
    long first = claims.file("r", 10);
    long second = claims.file("r", 20);
    release(first);
    claims.pass(Duration.ofSeconds(50));

    assertThat(claims.put(second, ASK).status()).isEqualTo(200);

    assertThat(ttl(second)).isEqualTo("20.0");
  }

  @Test
  void a_get_is_not_an_ask() {
    long first = claims.file("r", 10);
    long second = claims.file("r", 20);
    release(first);
    claims.pass(Duration.ofSeconds(50));

    claims.show(second);

    assertThat(ttl(second)).isEqualTo("30.0");
  }

  @Test
  void who_prefers_to_wait_is_told_of_its_turn_and_has_no_grace() {
    long first = claims.file("r", 50);
    claims.start(
        FakeCall.of("POST", "/v1/claims/")
            .body("{\"resource\": \"r\", \"ttl\": 20}")
            .header("Prefer", "wait=1"));
    claims.pass(Duration.ofSeconds(5)); // it has been told to wait on
    release(first);

    assertThat(ttl(2)).isEqualTo("20.0");
  }

  @Test
  void a_wait_of_zero_or_one_that_cannot_be_understood_is_no_wait() {
    long first = claims.file("r", 50);
    long second = fileWithPreference("wait=0");
    long third = fileWithPreference("wait=soon");
    release(first);
    assertThat(ttl(second)).isEqualTo("80.0");

    release(second);
    assertThat(ttl(third)).isEqualTo("80.0");
  }

  @Test
  void who_never_asks_makes_room_for_the_next() {
    long first = claims.file("r", 10);
    long second = claims.file("r", 20);
    long third = claims.file("r", 30);
    release(first);
    claims.pass(Duration.ofSeconds(80));

    assertThat(claims.show(second).get("status").textValue()).isEqualTo("expired");
    assertThat(ttl(third)).isEqualTo("90.0");
  }
}
