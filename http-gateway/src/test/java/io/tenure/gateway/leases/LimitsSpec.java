package io.tenure.gateway.leases;

import static io.tenure.gateway.leases.LeasesServer.as;
import static io.tenure.gateway.leases.LeasesServer.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.kernel.Command.Configure;
import io.tenure.kernel.Settings;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import org.junit.jupiter.api.Test;

class LimitsSpec {

  private static final String LEASE = "/v1/db/leases/master";

  private final LeasesServer server = new LeasesServer();

  private void limit(int live, int inNamespace, int keys) {
    Settings usual = Settings.DEFAULT;
    server.leases.apply(
        new Configure(
            new Settings(
                usual.queueLimit(),
                live,
                inNamespace,
                usual.retentionMicros(),
                usual.retentionLimit(),
                usual.memoMicros(),
                keys)));
  }

  @Test
  void a_full_namespace_is_509_and_another_one_is_not_full() {
    limit(100, 1, 100);
    server.acquire("a", LEASE);
    Answer full = server.send(as("a", "POST", "/v1/db/leases/slave"));
    assertThat(full.status()).isEqualTo(509);
    assertThat(full.reason()).isEqualTo("Too Many Leases in This Namespace");
    assertThat(full.header(Headers.IS_YOU)).contains("No");
    server.acquire("a", "/v1/db/below/leases/slave");
    server.acquire("a", "/v1/other/leases/slave");
  }

  @Test
  void a_full_cluster_is_507() {
    limit(1, 100, 100);
    server.acquire("a", LEASE);
    Answer full = server.send(as("a", "POST", "/v1/other/leases/x"));
    assertThat(full.status()).isEqualTo(507);
    assertThat(full.reason()).isEqualTo("Too Many Leases");
    assertThat(server.send(as("a", "POST", LEASE)).status()).isEqualTo(405);
  }

  @Test
  void no_room_for_another_idempotency_key_is_503() {
    limit(100, 100, 0);
    Answer full = server.send(as("a", "POST", LEASE).header("Idempotency-Key", "k"));
    assertThat(full.status()).isEqualTo(503);
    assertThat(full.header("Retry-After")).contains("1");
    server.acquire("a", LEASE);
  }

  @Test
  void without_a_quorum_a_problem_says_what_is_known() {
    server.leases.failNext(new UnavailableException("no leader"));
    Answer unavailable = server.send(as("a", "POST", LEASE));
    assertThat(unavailable.status()).isEqualTo(503);
    assertThat(unavailable.reason()).isEqualTo("Backend Storage Not Available");
    assertThat(unavailable.header("Retry-After")).contains("1");
    assertThat(unavailable.header(Headers.IS_YOU)).contains("No");
    assertThat(text(unavailable)).contains("urn:tenure:problem:unavailable");
    server.leases.failNext(new UnknownOutcomeException("leader lost"));
    assertThat(text(server.send(as("a", "DELETE", LEASE))))
        .contains("urn:tenure:problem:unknown-outcome");
    server.leases.failNext(new UnavailableException("no leader"));
    assertThat(server.get("/v1/db/lease/list").status()).isEqualTo(503);
  }

  @Test
  void what_is_wrong_is_told_without_a_quorum_too() {
    server.acquire("a", LEASE);
    server.leases.failNext(new UnavailableException("no leader"));
    Answer bad = server.send(as("a", "PUT", LEASE).header(Headers.LENGTH, "x"));
    assertThat(bad.status()).isEqualTo(400);
    assertThat(bad.header(Headers.IS_YOU)).contains("No");
    assertThat(bad.header(Headers.VERSION)).isEmpty();
  }

  @Test
  void what_was_done_is_told_even_if_no_more_can_be_seen() {
    LeasesServer blind = new LeasesServer(BlindLeases::new);
    Answer acquired =
        blind.send(as("a", "POST", LEASE).header("Accept", "application/json").body("data"));
    assertThat(acquired.status()).isEqualTo(201);
    assertThat(acquired.header(Headers.IS_YOU)).contains("Yes");
    assertThat(text(acquired)).contains("\"is_valid\":true", "\"history\":[]");
  }

  @Test
  void a_long_name_is_a_long_uri() {
    assertThat(server.get("/v1/db/leases/" + "n".repeat(1013)).status()).isEqualTo(404);
    Answer refused = server.get("/v1/db/leases/" + "n".repeat(1014));
    assertThat(refused.status()).isEqualTo(414);
    assertThat(refused.reason()).isEqualTo("Request URI Too Long");
    assertThat(server.get("/v1/db/leases/" + "%C3%A4".repeat(507)).status()).isEqualTo(414);
  }
}
