package io.tenure.gateway.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.gateway.FakeCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Calls made up of pieces that are right, wrong and broken. Whatever comes, it is answered with 2xx
 * or 4xx, and what is refused changes nothing. {@code -Dtenure.seed} replays one run.
 */
class RandomBodiesTest {

  private static final int CALLS = 5_000;

  private static final String[] NAMES = {
    "resource", "ttl", "user_data", "status", "timeout", "x", "\\ud800", "", "type", "détail"
  };
  private static final String[] VALUES = {
    "\"r\"",
    "\"s\"",
    "\"\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"active\"",
    "\"released\"",
    "\"withdrawn\"",
    "\"expired\"",
    "1",
    "0",
    "-1",
    "1e400",
    "1.5",
    "0.01",
    "NaN",
    "-Infinity",
    "true",
    "null",
    "[]",
    "{}",
    "{\"a\":[1,{}]}",
    "[NaN]",
    "{\"a\"",
    "\"",
    "01",
    "ü",
    "\"ü\"",
    "1e"
  };
  private static final String[] METHODS = {
    "POST", "PATCH", "PATCH", "PUT", "GET", "HEAD", "DELETE"
  };
  private static final String[] PATHS = {
    "/v1/claims",
    "/v1/claims/",
    "/v1/claims/%d",
    "/v1/claims/%d/",
    "/v1//claims/%d",
    "/v1/claims/x",
    "/v1/claims/%%",
    "/v1/claims/%%ff",
    "/v1/claims/%d/y",
    "/v1/claims/99999999999999999999"
  };
  private static final String[] QUERIES = {
    "",
    "",
    "",
    "?",
    "?limit=2",
    "?limit=x",
    "?status=active",
    "?resource=%ff",
    "?minimum_ttl=1e9",
    "?minimum_created=2026-11-16T00:00:00%2B99:00",
    "?cursor=zz",
    "?consistency=local",
    "?=&=&%"
  };

  private final Claims claims = new Claims();

  @Test
  void nothing_is_answered_but_2xx_and_4xx_and_refusals_change_nothing() {
    long seed = Long.getLong("tenure.seed", System.nanoTime());
    Random random = new Random(seed);
    int done = 0;
    for (int i = 0; i < CALLS; i++) {
      FakeCall call = call(random);
      long before = claims.leases.digest();
      Answer answer = claims.send(call);
      String story =
          "seed "
              + seed
              + ", call "
              + i
              + ": "
              + call.method()
              + " "
              + call.rawPath()
              + " "
              + new String(call.body(), StandardCharsets.UTF_8);
      assertThat(answer.status()).as(story).isBetween(200, 499);
      boolean keyed = call.header("Idempotency-Key").isPresent(); // its refusal is remembered
      if (answer.status() >= 400 && !keyed) {
        assertThat(claims.leases.digest()).as(story).isEqualTo(before);
      }
      done += answer.status() < 300 ? 1 : 0;
      if (answer.body().length > 0) {
        Claims.json(answer);
      }
      if (random.nextInt(50) == 0) {
        claims.pass(Duration.ofMillis(random.nextInt(500)));
      }
    }
    assertThat(done).isGreaterThan(CALLS / 100);
  }

  private static FakeCall call(Random random) {
    String path = pick(random, PATHS).formatted(random.nextInt(1, 60)) + pick(random, QUERIES);
    FakeCall call = FakeCall.of(pick(random, METHODS), path).body(body(random));
    if (random.nextInt(10) == 0) {
      call = call.header("Idempotency-Key", "k" + random.nextInt(5));
    }
    return random.nextInt(10) == 0 ? call.header("Content-Type", "text/plain") : call;
  }

  private static byte[] body(Random random) {
    StringBuilder body = new StringBuilder(random.nextInt(20) == 0 ? "[" : "{");
    int fields = random.nextInt(4);
    for (int i = 0; i < fields; i++) {
      body.append(i == 0 ? "" : ",").append('"').append(fieldName(random)).append("\":");
      body.append(pick(random, VALUES));
    }
    body.append(random.nextInt(20) == 0 ? "" : "}").append(random.nextInt(20) == 0 ? "x" : "");
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(10) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }

  /** Mostly one of those that mean something. */
  private static String fieldName(Random random) {
    return random.nextInt(3) > 0 ? NAMES[random.nextInt(4)] : pick(random, NAMES);
  }

  private static String pick(Random random, String[] from) {
    return from[random.nextInt(from.length)];
  }
}
