package io.tenure.gateway.locks;

import static io.tenure.gateway.locks.LocksServer.generation;
import static io.tenure.gateway.locks.LocksServer.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.gateway.FakeCall;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Configure;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Settings;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LocksSpec {

  private final LocksServer server = new LocksServer();

  private static void refused(Answer answer, String line) {
    assertThat(text(answer)).isEqualTo(line);
    assertThat(answer.status() + " " + answer.reason()).isEqualTo(line);
    assertThat(answer.header("Content-Type")).contains("text/plain; charset=utf-8");
  }

  @Test
  void every_refusal_is_its_own_status_line() {
    long generation = server.lock("a", 300);
    refused(server.post("{\"key\":\"a\",\"ttl\":1}"), "423 Locked");
    refused(server.put("a", "{\"generation\":9}"), "412 Precondition Failed");
    refused(server.put("b", "{\"generation\":9}"), "404 Not Found");
    refused(server.put("b", "{\"generation\":0}"), "422 Unprocessable Entity");
    refused(server.put("b", "{\"generation\":\"9\"}"), "400 Bad Request");
    refused(server.send(FakeCall.of("PATCH", "/api/locks")), "405 Method Not Allowed");
    refused(server.delete("a", "{\"generation\":" + generation + "}"), "200 OK");
  }

  @Test
  void checks_come_in_their_order() {
    server.lock("a", 300);
    refused(server.put("b c", "{\"generation\":true}"), "400 Bad Request");
    refused(server.put("b%20c", "{\"generation\":7}"), "422 Unprocessable Entity");
    refused(server.put("b", "{\"generation\":-1}"), "422 Unprocessable Entity");
    refused(server.put("b", "{\"generation\":7}"), "404 Not Found");
    refused(server.put("a", "{\"generation\":7}"), "412 Precondition Failed");
  }

  @Test
  void generations_rise_strictly_over_all_locks() {
    long last = 0;
    for (int i = 0; i < 10; i++) {
      long taken = server.lock("a" + i, 300);
      long refreshed = generation(server.put("a" + i, "{\"generation\":" + taken + "}"));
      assertThat(taken).isGreaterThan(last);
      assertThat(refreshed).isGreaterThan(taken).isLessThan(1L << 53);
      last = refreshed;
    }
  }

  @Test
  void a_refresh_restarts_the_original_ttl() {
    long generation = server.lock("a", 10);
    server.pass(Duration.ofSeconds(9));
    generation = generation(server.put("a", "{\"generation\":" + generation + "}"));
    server.pass(Duration.ofSeconds(9));
    refused(server.post("{\"key\":\"a\"}"), "423 Locked");
    assertThat(server.post("{\"key\":\"a\"}").header("Retry-After")).contains("2");
    server.pass(Duration.ofSeconds(1));
    refused(server.put("a", "{\"generation\":" + generation + "}"), "404 Not Found");
  }

  @Test
  void a_lock_that_never_ends_can_be_refreshed_and_released() {
    long generation = server.lock("a", -7);
    server.pass(Duration.ofDays(4_000));
    generation = generation(server.put("a", "{\"generation\":" + generation + "}"));
    assertThat(text(server.get("/api/locks")))
        .isEqualTo(
            "[{\"key\":\"a\",\"generation\":%d,\"ttl\":-1,\"ttl_remaining\":null}]"
                .formatted(generation));
    refused(server.delete("a", "{\"generation\":" + generation + "}"), "200 OK");
    assertThat(text(server.get("/api/locks"))).isEqualTo("[]");
  }

  @Test
  void the_list_shows_what_is_held() {
    server.lock("b", 20);
    server.lock("a", 10);
    server.pass(Duration.ofMillis(2_500));
    assertThat(text(server.get("/api/locks/")))
        .isEqualTo(
            "[{\"key\":\"a\",\"generation\":2,\"ttl\":10,\"ttl_remaining\":7.5},"
                + "{\"key\":\"b\",\"generation\":1,\"ttl\":20,\"ttl_remaining\":17.5}]");
  }

  @Test
  void a_claim_waits_for_a_lock_and_gets_it() {
    long generation = server.lock("a", 300);
    Result queued =
        server.leases.apply(
            new Acquire(
                new ResourceKey("locks/a"),
                Holder.ANONYMOUS,
                new Ttl(1_500_000),
                WhenHeld.QUEUE,
                UserData.NONE,
                ""));
    assertThat(queued).isInstanceOf(Result.Queued.class);
    refused(server.delete("a", "{\"generation\":" + generation + "}"), "200 OK");
    refused(server.post("{\"key\":\"a\"}"), "423 Locked");
    assertThat(text(server.get("/api/locks/a"))).contains("\"ttl\":1.5,");
  }

  @Test
  void without_a_quorum_a_problem_says_what_is_known() {
    server.leases.failNext(new UnavailableException("no leader"));
    Answer unavailable = server.post("{\"key\":\"a\"}");
    assertThat(unavailable.status()).isEqualTo(503);
    assertThat(unavailable.header("Retry-After")).contains("1");
    assertThat(text(unavailable)).contains("urn:tenure:problem:unavailable");
    server.leases.failNext(new UnknownOutcomeException("leader lost"));
    assertThat(text(server.post("{\"key\":\"a\"}"))).contains("urn:tenure:problem:unknown-outcome");
    server.leases.failNext(new UnavailableException("no leader"));
    assertThat(server.get("/health").status()).isEqualTo(200);
  }

  @Test
  void a_full_cluster_is_507() {
    Settings usual = Settings.DEFAULT;
    server.leases.apply(
        new Configure(new Settings(1, 1, 1, usual.retentionMicros(), 9, usual.memoMicros(), 0)));
    server.lock("a", 300);
    refused(server.post("{\"key\":\"b\"}"), "507 Insufficient Storage");
    FakeCall keyed = FakeCall.of("POST", "/api/locks").body("{\"key\":\"b\"}");
    assertThat(server.send(keyed.header("Idempotency-Key", "k")).status()).isEqualTo(503);
  }

  @Test
  void bodies_that_are_not_what_they_should_be_are_refused() {
    long before = server.leases.digest();
    byte[] latin = "{\"key\":\"\u00e4\"}".getBytes(StandardCharsets.ISO_8859_1);
    refused(server.send(FakeCall.of("POST", "/api/locks").body(latin)), "400 Bad Request");
    byte[] wide = "{\"key\":\"a\"}".getBytes(StandardCharsets.UTF_16LE);
    refused(server.send(FakeCall.of("POST", "/api/locks").body(wide)), "400 Bad Request");
    refused(server.post("{\"key\":\"a\\u0000\"}"), "422 Unprocessable Entity");
    refused(server.post("{\"key\":\"" + "k".repeat(256) + "\"}"), "422 Unprocessable Entity");
    refused(server.post("{\"key\":\"a\",\"key\":\"a\"}"), "400 Bad Request");
    refused(server.post("{\"key\":\"a\",\"x\":NaN}"), "400 Bad Request");
    refused(server.post("{\"key\":\"a\",\"ttl\":1e2}"), "400 Bad Request");
    refused(server.post("{\"key\":\"a\",\"ttl\":-9223372036854775809}"), "400 Bad Request");
    refused(server.post("{\"key\":\"a\"} x"), "400 Bad Request");
    refused(server.post("{,}"), "400 Bad Request");
    FakeCall twice = FakeCall.of("POST", "/api/locks").body("{\"key\":\"a\"}");
    twice = twice.header("Idempotency-Key", "k").header("Idempotency-Key", "k");
    refused(server.send(twice), "400 Bad Request");
    refused(server.get("/api/locks/%zz"), "400 Bad Request");
    assertThat(server.leases.digest()).isEqualTo(before);
    assertThat(server.post("{\"key\":\"" + "k".repeat(255) + "\"}").status()).isEqualTo(200);
  }

  @Test
  void any_content_type_is_taken_for_json() {
    FakeCall call = FakeCall.of("POST", "/api/locks").body("{\"key\":\"a\",\"ttl\":9}");
    assertThat(server.send(call.header("Content-Type", "image/png")).status()).isEqualTo(200);
  }

  @Test
  void a_list_says_if_it_does_not_show_everything() {
    for (int i = 0; i < 10_000; i++) {
      server.lock("k" + i, 300);
    }
    assertThat(server.get("/api/locks").header("Tenure-Truncated")).isEmpty();
    server.lock("k", 300);
    assertThat(server.get("/api/locks").header("Tenure-Truncated")).contains("true");
  }
}
