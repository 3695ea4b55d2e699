package io.tenure.gateway.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.gateway.FakeCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Calls made up of pieces that are right, wrong and broken. None is answered with a failure of the
 * server, and what is refused changes nothing. {@code -Dtenure.seed} replays one run.
 */
class RandomLocksTest {

  private static final int CALLS = 10_000;

  private static final Set<Integer> STATUSES = Set.of(200, 400, 404, 405, 412, 422, 423);
  private static final List<String> METHODS =
      List.of("POST", "POST", "PUT", "PUT", "DELETE", "DELETE", "GET", "HEAD", "PATCH", "put");
  private static final List<String> PATHS =
      List.of(
          "/api/locks",
          "/api/locks/",
          "/api/locks/a",
          "/api//locks/b//",
          "/api/locks/%61",
          "/api/locks/%",
          "/api/locks/%ff",
          "/api/locks/%00",
          "/api/locks/a%2Fb",
          "/api/locks/a/b",
          "/health",
          "/health/x",
          "/api/locks/" + "k".repeat(300));
  private static final List<String> QUERIES =
      List.of("", "", "", "?", "?x=1", "?consistency=local", "?consistency=no", "?%");
  private static final List<String> NAMES =
      List.of("key", "ttl", "generation", "x", "", "\\ud800", "KEY");
  private static final List<String> VALUES =
      List.of(
          "\"a\"",
          "\"b\"",
          "\"\"",
          "\"a/b\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"ü\"",
          "1",
          "5",
          "0",
          "-1",
          "1.5",
          "1e9",
          "1e400",
          "9007199254740993",
          "9223372036854775807",
          "-9223372036854775808",
          "9223372036854775808",
          "NaN",
          "true",
          "null",
          "[]",
          "[1,]",
          "{}",
          "{\"a\":1,}",
          "{",
          "\"",
          "01",
          "ü");

  private final LocksServer server = new LocksServer();

  @Test
  void whatever_comes_is_answered_and_refusals_change_nothing() {
    long seed = Long.getLong("tenure.seed", System.nanoTime());
    Random random = new Random(seed);
    int done = 0;
    server.pass(Duration.ofMillis(1)); // the first moment is a change of its own
    for (int i = 0; i < CALLS; i++) {
      FakeCall call = call(random);
      long before = server.leases.digest();
      Answer answer = server.send(call);
      String story =
          "seed %d, call %d: %s %s %s"
              .formatted(
                  seed,
                  i,
                  call.method(),
                  call.rawPath(),
                  new String(call.body(), StandardCharsets.UTF_8));
      assertThat(answer.status()).as(story).isIn(STATUSES);
      boolean keyed = call.header("Idempotency-Key").isPresent(); // its refusal is remembered
      boolean reads = call.method().equals("GET") || call.method().equals("HEAD");
      if (reads || (answer.status() >= 400 && !keyed)) {
        assertThat(server.leases.digest()).as(story).isEqualTo(before);
      }
      done += !reads && answer.status() == 200 ? 1 : 0;
      if (random.nextInt(20) == 0) {
        server.pass(Duration.ofMillis(random.nextInt(3_000)));
      }
    }
    assertThat(done).isGreaterThan(CALLS / 200);
  }

  private static FakeCall call(Random random) {
    FakeCall call = FakeCall.of(pick(random, METHODS), pick(random, PATHS) + pick(random, QUERIES));
    call = call.body(body(random));
    return random.nextInt(10) == 0
        ? call.header("Idempotency-Key", random.nextInt(9) == 0 ? "ü" : "k" + random.nextInt(50))
        : call;
  }

  private static byte[] body(Random random) {
    if (random.nextInt(4) == 0) {
      return ("{\"key\":\"" + (char) ('a' + random.nextInt(2)) + "\",\"ttl\":1}")
          .getBytes(StandardCharsets.UTF_8);
    }
    StringBuilder body = new StringBuilder(random.nextInt(20) == 0 ? "[" : "{");
    int fields = random.nextInt(4);
    for (int i = 0; i < fields; i++) {
      String name = random.nextInt(3) > 0 ? NAMES.get(random.nextInt(3)) : pick(random, NAMES);
      body.append('"').append(name).append("\":").append(pick(random, VALUES));
      body.append(i < fields - 1 || random.nextInt(5) == 0 ? "," : "");
    }
    body.append(random.nextInt(20) == 0 ? "" : "}").append(random.nextInt(20) == 0 ? "x" : "");
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(10) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }

  private static String pick(Random random, List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
