package io.tenure.gateway.leases;

import static io.tenure.gateway.leases.LeasesServer.as;
import static io.tenure.gateway.leases.LeasesServer.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OneLockSpaceSpec {

  private static final String LEASE = "/v1/db/leases/master";

  private final LeasesServer server = new LeasesServer();

  /** What a claims client does. */
  private Result claim(String resource) {
    return server.leases.apply(
        new Acquire(
            new ResourceKey(resource),
            Holder.ANONYMOUS,
            Ttl.ofSeconds(60),
            WhenHeld.QUEUE,
            UserData.NONE,
            ""));
  }

  @Test
  void a_claim_waits_for_a_lease_and_gets_it_when_it_is_released() {
    String version = server.acquire("a", LEASE);
    assertThat(claim("leases/db//master")).isInstanceOf(Result.Queued.class);
    Answer released = server.release("a", LEASE, version);
    assertThat(released.header(Headers.CLIENT)).contains("a");
    Answer refused = server.send(as("a", "POST", LEASE));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.header(Headers.CLIENT).orElseThrow()).startsWith("claim ");
    assertThat(refused.header(Headers.IS_YOU)).contains("No");
    assertThat(refused.header(Headers.LENGTH)).contains("60");
  }

  @Test
  void a_claim_gets_a_lease_that_expires() {
    server.acquire("a", LEASE);
    claim("leases/db//master");
    server.pass(Duration.ofSeconds(301));
    assertThat(server.get(LEASE).status()).isEqualTo(200);
    server.pass(Duration.ofSeconds(61));
    assertThat(server.get(LEASE).status()).isEqualTo(404);
    server.acquire("a", LEASE);
  }

  @Test
  void nobody_can_pose_as_a_claim() {
    claim("leases/db//master");
    String shown = server.get(LEASE).header(Headers.CLIENT).orElseThrow();
    Answer version = server.send(as(shown, "GET", LEASE));
    assertThat(version.header(Headers.IS_YOU)).contains("No");
    Answer refused =
        server.send(
            as(shown, "DELETE", LEASE)
                .header(Headers.VERSION, version.header(Headers.VERSION).orElseThrow()));
    assertThat(refused.status()).isEqualTo(403);
  }

  @Test
  void namespaces_are_apart_however_their_slashes_lie() {
    server.acquire("a", "/v1/db/eu/leases/x");
    server.acquire("b", "/v1/db/leases/eu/x");
    assertThat(server.get("/v1/db/eu/leases/x").header(Headers.CLIENT)).contains("a");
    assertThat(server.get("/v1/db/leases/eu/x").header(Headers.CLIENT)).contains("b");
    assertThat(text(server.get("/v1/db/lease/list")))
        .contains("\"key\":\"leases/db/eu//x\"", "\"key\":\"leases/db//eu/x\"");
    assertThat(text(server.get("/v1/db/eu/lease/list")))
        .contains("\"key\":\"leases/db/eu//x\"")
        .doesNotContain("leases/db//eu/x");
  }

  @Test
  void a_claim_on_a_name_that_is_no_lease_is_not_listed() {
    claim("leases/db/master");
    claim("leases/db//a//b");
    assertThat(text(server.get("/v1/db/lease/list"))).isEqualTo("[]");
  }

  @Test
  void a_lease_that_is_held_under_its_name_of_0_1_0_is_seen_under_its_present_one() {
    server.leases.apply(
        new Acquire(
            new ResourceKey("leases/db/eu/x"),
            Holder.named("a"),
            Ttl.ofSeconds(60),
            WhenHeld.REFUSE,
            UserData.NONE,
            "leases/db/eu"));
    assertThat(server.get("/v1/db/eu/leases/x").header(Headers.CLIENT)).contains("a");
    assertThat(text(server.get("/v1/db/lease/list"))).contains("\"key\":\"leases/db/eu//x\"");
    server.pass(Duration.ofSeconds(61));
    Answer ended = server.get("/v1/db/eu/leases/x");
    assertThat(ended.status()).isEqualTo(404);
    assertThat(ended.header(Headers.CLIENT)).contains("a");
    assertThat(server.get("/v1/db/leases/eu/x").header(Headers.CLIENT)).isEmpty();
    assertThat(text(server.get("/v1/db/lease/list")))
        .contains("\"key\":\"leases/db/eu//x\",\"is_valid\":false");
  }
}
