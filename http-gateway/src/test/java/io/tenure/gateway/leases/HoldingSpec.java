package io.tenure.gateway.leases;

import static io.tenure.gateway.leases.LeasesServer.as;
import static io.tenure.gateway.leases.LeasesServer.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Authenticator;
import io.tenure.gateway.FakeCall;
import io.tenure.gateway.KernelLeases;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoldingSpec {

  private static final String LEASE = "/v1/db/leases/master";
  private static final long EPOCH = KernelLeases.EPOCH_WALL_MICROS / 1_000_000;

  private final LeasesServer server = new LeasesServer();

  @Test
  void every_outcome_has_its_reason_phrase() {
    assertThat(server.get(LEASE).reason()).isEqualTo("Lease Not Held");
    Answer acquired = server.send(as("a", "POST", LEASE));
    assertThat(acquired.reason()).isEqualTo("Lease Acquired");
    String version = acquired.header(Headers.VERSION).orElseThrow();
    assertThat(server.get(LEASE).reason()).isEqualTo("OK");
    assertThat(server.send(as("a", "POST", LEASE)).reason())
        .isEqualTo("You Already Own the Lease, use PUT to renew");
    assertThat(server.send(as("b", "POST", LEASE)).reason()).isEqualTo("Version Conflict");
    assertThat(server.send(as("b", "PUT", LEASE)).reason())
        .isEqualTo("Lease Owned by Another Client");
    assertThat(server.send(as("a", "PUT", LEASE)).reason()).isEqualTo("Version Conflict");
    assertThat(server.send(as("a", "TRACE", LEASE)).reason()).isEqualTo("Not Implemented");
    Answer renewed = server.send(as("a", "PUT", LEASE).header(Headers.VERSION, version));
    assertThat(renewed.reason()).isEqualTo("Lease Renewed");
    String newer = renewed.header(Headers.VERSION).orElseThrow();
    assertThat(server.release("a", LEASE, newer).reason()).isEqualTo("Lease Released");
  }

  @Test
  void times_are_unix_seconds() {
    server.pass(Duration.ofMillis(1_700));
    String version = server.acquire("a", LEASE);
    server.pass(Duration.ofMillis(10_400));
    Answer renewed = server.send(as("a", "PUT", LEASE).header(Headers.VERSION, version));
    assertThat(renewed.header(Headers.ACQUIRED)).contains(Long.toString(EPOCH + 1));
    assertThat(renewed.header(Headers.RENEWED)).contains(Long.toString(EPOCH + 12));
    assertThat(renewed.header(Headers.EXPIRES)).contains(Long.toString(EPOCH + 312));
    server.pass(Duration.ofMillis(299_001));
    assertThat(server.get(LEASE).header(Headers.EXPIRES_SECONDS)).contains("0");
    server.pass(Duration.ofSeconds(5));
    Answer expired = server.get(LEASE);
    assertThat(expired.status()).isEqualTo(404);
    assertThat(expired.header(Headers.EXPIRES)).contains(Long.toString(EPOCH + 312));
    assertThat(expired.header(Headers.EXPIRES_SECONDS)).isEmpty();
  }

  @Test
  void a_released_lease_expired_when_it_was_released() {
    String version = server.acquire("a", LEASE);
    server.pass(Duration.ofSeconds(20));
    Answer released = server.release("a", LEASE, version);
    assertThat(released.header(Headers.EXPIRES)).contains(Long.toString(EPOCH + 20));
    assertThat(server.get(LEASE).header(Headers.EXPIRES)).contains(Long.toString(EPOCH + 20));
  }

  @Test
  void all_bytes_come_back_as_they_were() {
    byte[] bytes = new byte[4096];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31);
    }
    Answer acquired =
        server.send(as("a", "POST", LEASE).body(bytes).header("Content-Type", "text/html"));
    assertThat(server.get(LEASE).body()).isEqualTo(bytes);
    String version = acquired.header(Headers.VERSION).orElseThrow();
    Answer renewed = server.send(as("a", "PUT", LEASE).header(Headers.VERSION, version));
    assertThat(server.get(LEASE).body()).isEqualTo(bytes);
    server.release("a", LEASE, renewed.header(Headers.VERSION).orElseThrow());
    assertThat(text(server.get(LEASE, "application/json"))).contains("\"client_object\":null");
  }

  @Test
  void data_that_is_too_large_changes_nothing_but_tells_the_rest() {
    String version = server.acquire("a", LEASE);
    FakeCall call = as("a", "PUT", LEASE).header(Headers.VERSION, version).body(new byte[4097]);
    Answer refused = server.send(call);
    assertThat(refused.status()).isEqualTo(413);
    assertThat(refused.reason()).isEqualTo("Client Data Too Large");
    assertThat(refused.header(Headers.IS_YOU)).contains("Yes");
    assertThat(refused.header(Headers.VERSION)).contains(version);
  }

  @Test
  void versions_and_tokens_rise_over_owners() {
    long last = 0;
    for (String owner : List.of("a", "b", "a", "c")) {
      Answer acquired = server.send(as(owner, "POST", LEASE));
      long version = Long.parseLong(acquired.header(Headers.VERSION).orElseThrow());
      assertThat(acquired.header(Headers.TOKEN)).contains(Long.toString(version));
      Answer renewed =
          server.send(as(owner, "PUT", LEASE).header(Headers.VERSION, Long.toString(version)));
      long newer = Long.parseLong(renewed.header(Headers.VERSION).orElseThrow());
      assertThat(renewed.header(Headers.TOKEN)).contains(Long.toString(version));
      assertThat(version).isGreaterThan(last);
      assertThat(newer).isGreaterThan(version);
      server.release(owner, LEASE, Long.toString(newer));
      last = newer;
    }
  }

  @Test
  void a_refusal_says_who_holds_the_lease_and_for_how_long_still() {
    server.acquire("a", LEASE);
    server.pass(Duration.ofSeconds(29));
    assertThat(text(server.send(as("b", "POST", LEASE))))
        .isEqualTo("Version Conflict: a holds the lease (expires in 271 s)");
  }

  @Test
  void the_default_length_is_a_setting() {
    LeasesServer other =
        new LeasesServer(
            Authenticator.NONE, new LeasesOptions(Duration.ofMillis(1_500), 8, 1_024, 65_536));
    Answer acquired = other.send(as("a", "POST", LEASE));
    assertThat(acquired.header(Headers.LENGTH)).contains("1.5");
    assertThat(other.send(as("b", "POST", LEASE).body(new byte[9])).status()).isEqualTo(413);
  }

  @Test
  void a_put_without_a_length_keeps_the_last_one() {
    Answer acquired = server.send(as("a", "POST", LEASE).header(Headers.LENGTH, "7"));
    String version = acquired.header(Headers.VERSION).orElseThrow();
    Answer renewed = server.send(as("a", "PUT", LEASE).header(Headers.VERSION, version));
    assertThat(renewed.header(Headers.LENGTH)).contains("7");
  }

  @Test
  void a_name_in_any_script_is_the_clients_own() {
    server.acquire("Zoë 東", "/v1/d%C3%BC/leases/m%20x");
    Answer seen = server.send(as("Zoë 東", "GET", "/v1/d%C3%BC/leases/m%20x"));
    assertThat(seen.header(Headers.CLIENT)).contains("Zoë 東");
    assertThat(seen.header(Headers.IS_YOU)).contains("Yes");
  }
}
