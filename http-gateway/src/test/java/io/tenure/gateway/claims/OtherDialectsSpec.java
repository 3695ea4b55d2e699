package io.tenure.gateway.claims;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What was claimed through other dialects, as a client of this one sees it. */
class OtherDialectsSpec {

  private final Claims claims = new Claims();

  private long hold(String resource, Ttl ttl, byte[] data) {
    Result result =
        claims.leases.apply(
            new Acquire(
                new ResourceKey(resource),
                Holder.named("host-7"),
                ttl,
                WhenHeld.REFUSE,
                UserData.of(data),
                "db"));
    return ((Result.Granted) result).claim().claim().id().value();
  }

  @Test
  void a_claim_may_queue_for_what_another_dialect_holds() {
    long holder = hold("leases/db//master", Ttl.ofSeconds(20), new byte[0]);
    long waiting = claims.file("leases/db//master", 5);
    JsonNode problem = Claims.json(claims.patch(waiting, "{\"status\": \"active\"}"));
    assertThat(problem.get("holder").get("id").longValue()).isEqualTo(holder);
    assertThat(problem.get("holder").get("name").textValue()).isEqualTo("host-7");
    assertThat(problem.get("expires_in").asText()).isEqualTo("20.0");
  }

  @Test
  void a_lease_that_never_ends_has_no_ttl() {
    JsonNode claim = claims.show(hold("locks/a", Ttl.FOREVER, new byte[0]));
    assertThat(claim.get("status").textValue()).isEqualTo("active");
    assertThat(claim.get("ttl").isNull()).isTrue();
    long waiting = claims.file("locks/a", 5);
    JsonNode problem = Claims.json(claims.patch(waiting, "{\"status\": \"active\"}"));
    assertThat(problem.get("expires_in").isNull()).isTrue();
    assertThat(Claims.json(claims.get("/v1/claims/?minimum_ttl=1e30"))).hasSize(1);
    assertThat(Claims.json(claims.get("/v1/claims/?maximum_ttl=1e30"))).isEmpty();
  }

  @Test
  void bytes_are_shown_as_text_where_they_are_text() {
    byte[] text = "{\"ü\": \u0000}".getBytes(StandardCharsets.UTF_8);
    assertThat(claims.show(hold("a", Ttl.ofSeconds(5), text)).get("user_data").textValue())
        .isEqualTo("{\"ü\": \u0000}");
    byte[] noText = {(byte) 0xff, 0, 1};
    assertThat(claims.show(hold("b", Ttl.ofSeconds(5), noText)).get("user_data").get("base64"))
        .hasToString("\"/wAB\"");
    assertThat(claims.show(hold("c", Ttl.ofSeconds(5), new byte[0])).get("user_data").isNull())
        .isTrue();
  }
}
