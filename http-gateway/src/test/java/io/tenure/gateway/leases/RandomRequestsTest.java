package io.tenure.gateway.leases;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.gateway.FakeCall;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Calls made up of pieces that are right, wrong and broken. None is answered with a failure of the
 * server, every answer about a lease says whose it is, and what is refused changes nothing. {@code
 * -Dtenure.seed} replays one run.
 */
class RandomRequestsTest {

  private static final int CALLS = 10_000;

  private static final Set<Integer> STATUSES =
      Set.of(200, 201, 202, 204, 400, 403, 404, 405, 409, 413, 414, 422, 501);
  private static final Set<Integer> CHANGES = Set.of(201, 202, 204);
  private static final List<String> METHODS =
      List.of("POST", "POST", "PUT", "PUT", "DELETE", "GET", "HEAD", "PATCH", "TRACE", "post", "");
  private static final List<String> PATHS =
      List.of(
          "/v1/n/leases/a",
          "/v1/n/lease/a",
          "/v1/n/m/leases/b/c",
          "/v1//n//leases//a//",
          "/v1/n/leases/%61",
          "/v1/n/leases/%2e%2e",
          "/v1/n/leases/",
          "/v1/n/leases/%",
          "/v1/n/leases/%zz",
          "/v1/n/leases/%ff",
          "/v1/n/leases/%00",
          "/v1/n/leases/%c0%80",
          "/v1/n/leases/%0d%0aX:%20y",
          "/v1/n/leases/\u00e9",
          "/v1/n/lease/list",
          "/v1/n/leases/list",
          "/v1/n/x",
          "/v1/%68ealth/leases/a",
          "/v1/%2f/leases/a",
          "/v1/lease/lease/lease/lease",
          "/v1/health",
          "/v1/health/x",
          "/v1/n/leases/" + "x".repeat(2000));
  private static final List<String> QUERIES =
      List.of("", "", "", "", "?", "?x=1", "?consistency=local", "?consistency=", "?%", "?&&");
  private static final List<String> CLIENTS =
      List.of("a", "a", "b", "", "é", "a\u0000b", "x".repeat(1024), "x".repeat(1025), "\ud800");
  private static final List<String> LENGTHS =
      List.of(
          "10",
          "0.001",
          "0",
          "-1",
          "1e5",
          "NaN",
          "Infinity",
          "0x10",
          "",
          " ",
          "315360000",
          "315360001",
          "9".repeat(400),
          "١٢");
  private static final List<String> VERSIONS =
      List.of("0", "-1", "x", "", "9007199254740991", "9007199254740992", "9".repeat(30), "1.0");
  private static final List<String> ACCEPTS =
      List.of("*/*", "application/json", "text/plain", "text/html", "q=", ";;,,", "text/html;q=x");

  private final LeasesServer server = new LeasesServer();
  private final Random random;
  private final long seed;

  RandomRequestsTest() {
    seed = Long.getLong("tenure.seed", System.nanoTime());
    random = new Random(seed);
  }

  @Test
  void whatever_comes_is_answered_and_refusals_change_nothing() {
    int done = 0;
    server.pass(Duration.ofMillis(1)); // the first moment is a change of its own
    for (int i = 0; i < CALLS; i++) {
      FakeCall call = call();
      long before = server.leases.digest();
      Answer answer = server.send(call);
      String story = "seed " + seed + ", call " + i + ": " + call.method() + " " + call.rawPath();
      check(call, answer, before, story);
      done += CHANGES.contains(answer.status()) ? 1 : 0;
      if (random.nextInt(50) == 0) {
        server.pass(Duration.ofMillis(random.nextInt(5_000)));
      }
    }
    assertThat(done).isGreaterThan(CALLS / 200);
  }

  private void check(FakeCall call, Answer answer, long before, String story) {
    assertThat(answer.status()).as(story).isIn(STATUSES);
    boolean refused = answer.status() >= 400;
    boolean keyed = call.header("Idempotency-Key").isPresent(); // its refusal is remembered
    if (call.method().equals("GET") || (refused && !keyed)) {
      assertThat(server.leases.digest()).as(story).isEqualTo(before);
    }
    if (refused && !call.rawPath().equals("/v1/health")) {
      assertThat(answer.header(Headers.IS_YOU)).as(story).isPresent();
    }
  }

  private FakeCall call() {
    String path = random.nextInt(2) == 0 ? PATHS.get(random.nextInt(3)) : pick(PATHS);
    FakeCall call = FakeCall.of(pick(METHODS), path + pick(QUERIES));
    byte[] body = new byte[random.nextInt(10) == 0 ? 4_097 : random.nextInt(50)];
    random.nextBytes(body);
    call = random.nextBoolean() ? call.body(body) : call;
    call = with(call, Headers.CLIENT, random.nextInt(3) > 0 ? "a" : pick(CLIENTS));
    call = random.nextInt(4) == 0 ? with(call, Headers.LENGTH, pick(LENGTHS)) : call;
    call = with(call, Headers.VERSION, random.nextInt(3) > 0 ? presentVersion(path) : version());
    call = random.nextInt(3) == 0 ? with(call, "Accept", pick(ACCEPTS)) : call;
    return random.nextInt(10) == 0
        ? with(call, "Idempotency-Key", random.nextInt(9) == 0 ? "ü" : "k" + random.nextInt(50))
        : call;
  }

  /** Sometimes a header is there twice. */
  private FakeCall with(FakeCall call, String name, String value) {
    FakeCall once = call.header(name, value);
    return random.nextInt(40) == 0 ? once.header(name, value) : once;
  }

  private String presentVersion(String path) {
    return server.get(path).header(Headers.VERSION).orElse("1");
  }

  private String version() {
    return pick(VERSIONS);
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
