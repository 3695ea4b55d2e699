package io.tenure.gateway.leases;

import static io.tenure.gateway.leases.LeasesServer.as;
import static io.tenure.gateway.leases.LeasesServer.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tenure.gateway.Answer;
import io.tenure.gateway.FakeCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FormsSpec {

  private static final String LEASE = "/v1/db/leases/master";
  private static final List<String> KEYS =
      List.of(
          "is_valid",
          "owner",
          "ttl",
          "acquired",
          "renewed",
          "expires",
          "renewals",
          "released",
          "version",
          "fencing_token",
          "client_object",
          "history",
          "key");

  private final LeasesServer server = new LeasesServer();

  private static JsonNode json(Answer answer) {
    try {
      return new ObjectMapper().readTree(text(answer));
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + text(answer), e);
    }
  }

  @Test
  void the_best_of_what_the_client_accepts_is_chosen() {
    Map.ofEntries(
            Map.entry("*/*", Form.RAW),
            Map.entry("", Form.RAW),
            Map.entry("image/png", Form.RAW),
            Map.entry("application/json", Form.JSON),
            Map.entry("APPLICATION/JSON; charset=utf-8", Form.JSON),
            Map.entry("application/json, text/plain, */*", Form.JSON),
            Map.entry("*/*, application/json", Form.JSON),
            Map.entry("*/*;q=0.9, application/json;q=0.8", Form.RAW),
            Map.entry("text/*", Form.TEXT),
            Map.entry(
                "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8", Form.HTML),
            Map.entry("text/html;q=0, text/plain;q=0.001", Form.TEXT),
            Map.entry("text/html;q=0", Form.RAW),
            Map.entry("text/html;q=2, text/plain;q=0.1", Form.TEXT),
            Map.entry("text/html;Q=0.3,text/plain; q=0.4", Form.TEXT),
            Map.entry(",;,;q=,text/plain", Form.TEXT))
        .forEach(
            (accept, form) ->
                assertThat(Form.wanted(FakeCall.of("GET", "/").header("Accept", accept)))
                    .as(accept)
                    .isEqualTo(form));
    assertThat(Form.wanted(FakeCall.of("GET", "/"))).isEqualTo(Form.RAW);
    FakeCall twice = FakeCall.of("GET", "/").header("Accept", "*/*").header("Accept", "text/html");
    assertThat(Form.wanted(twice)).isEqualTo(Form.HTML);
  }

  @Test
  void a_json_object_always_has_all_its_keys() {
    assertThat(json(server.get(LEASE, "application/json")).properties())
        .extracting(Map.Entry::getKey)
        .containsAll(KEYS);
    String version = server.acquire("a", LEASE);
    assertThat(json(server.get(LEASE, "application/json")).properties())
        .extracting(Map.Entry::getKey)
        .containsAll(KEYS);
    server.release("a", LEASE, version);
    assertThat(json(server.get(LEASE, "application/json")).properties())
        .extracting(Map.Entry::getKey)
        .containsAll(KEYS);
  }

  @Test
  void bytes_that_are_no_text_are_base64_in_json() {
    server.send(as("a", "POST", LEASE).body(new byte[] {(byte) 0xff, 0}));
    JsonNode lease = json(server.get(LEASE, "application/json"));
    assertThat(lease.path("client_object").path("base64").textValue()).isEqualTo("/wA=");
    assertThat(text(server.get(LEASE, "text/plain"))).contains("(base64) /wA=");
  }

  @Test
  void the_history_has_the_last_ten_tenures_newest_first() {
    for (int i = 1; i <= 12; i++) {
      server.release("c" + i, LEASE, server.acquire("c" + i, LEASE));
    }
    server.acquire("now", LEASE);
    JsonNode lease = json(server.get(LEASE, "application/json"));
    assertThat(lease.path("owner").textValue()).isEqualTo("now");
    assertThat(lease.path("history").findValuesAsText("owner"))
        .containsExactly("c12", "c11", "c10", "c9", "c8", "c7", "c6", "c5", "c4", "c3");
    String report = text(server.get(LEASE, "text/plain"));
    assertThat(report).containsSubsequence("now", "c12", "c3").doesNotContain("c2 ");
  }

  @Test
  void a_page_escapes_everything_that_clients_chose() {
    String evil = "<script>alert('x')</script>&\"";
    String uri = "/v1/%3Cb%3E/leases/%22%3E%3Ci%3E";
    server.send(as(evil, "POST", uri).body(evil + "\u0000"));
    Answer page = server.get(uri, "text/html");
    assertThat(text(page))
        .doesNotContain("<script>", "<b>", "<i>", "\u0000", "alert('")
        .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&quot;")
        .contains("href=\"/v1/%3Cb%3E/lease/list\"");
    assertThat(page.header("Content-Security-Policy")).isPresent();
    assertThat(text(server.get("/v1/%3Cb%3E/lease/list", "text/html")))
        .doesNotContain("<script>", "<b>", "<i>")
        .contains("href=\"/v1/%3Cb%3E/leases/%22%3E%3Ci%3E\"");
  }

  @Test
  void a_report_cannot_be_forged_by_what_it_reports() {
    server.send(as("a", "POST", LEASE).body("x\nowner  mallory\u001b[2J"));
    assertThat(text(server.get(LEASE, "text/plain")))
        .contains("x\\nowner  mallory\uFFFD[2J")
        .doesNotContain("\u001b");
  }

  @Test
  void the_report_is_one_that_a_person_can_read() {
    server.send(as("host-a", "POST", LEASE).body("port=1"));
    assertThat(text(server.get(LEASE, "text/plain")))
        .isEqualTo(
            """
            Lease leases/db//master

            Now
              valid          yes
              owner          host-a
              length         300 s
              acquired       2026-11-16T00:00:00Z (1794787200)
              renewed        2026-11-16T00:00:00Z (1794787200)
              renewals       0
              expires        2026-11-16T00:05:00Z (1794787500)
              expires in     300 s
              version        1
              fencing token  1
              client data    port=1

            Earlier, newest first
              never held before
            """);
  }

  @Test
  void a_refusal_comes_in_the_form_that_was_asked_for() {
    server.acquire("a", LEASE);
    Answer page = server.send(as("b", "POST", LEASE).header("Accept", "text/html"));
    assertThat(page.status()).isEqualTo(409);
    assertThat(text(page)).contains("Version Conflict: a holds the lease");
    Answer bad = server.send(as("b", "PATCH", LEASE).header("Accept", "application/json"));
    assertThat(json(bad).path("type").textValue()).isEqualTo("urn:tenure:problem:not-implemented");
    assertThat(json(bad).path("holder").textValue()).isEqualTo("a");
  }

  @Test
  void a_list_shows_leases_that_ended_with_their_last_owners() {
    String version = server.acquire("a", "/v1/db/leases/released");
    server.release("a", "/v1/db/leases/released", version);
    server.acquire("b", "/v1/db/leases/twice");
    server.pass(Duration.ofSeconds(301));
    server.acquire("c", "/v1/db/leases/twice");
    server.acquire("d", "/v1/db/eu/leases/expired");
    server.acquire("e", "/v1/dbs/leases/neighbour");
    server.pass(Duration.ofSeconds(301));
    server.acquire("f", "/v1/db/leases/held");

    JsonNode list = json(server.get("/v1/db/lease/list"));
    assertThat(list).hasSize(4);
    assertThat(list.findValuesAsText("key"))
        .containsExactly(
            "leases/db//held", "leases/db//released", "leases/db//twice", "leases/db/eu//expired");
    assertThat(list.findValuesAsText("owner")).containsExactly("f", "a", "c", "d");
    assertThat(list.findValuesAsText("is_valid"))
        .containsExactly("true", "false", "false", "false");
    assertThat(list.get(1).get("released").isNumber()).isTrue();
    assertThat(list.get(2).get("released").isNull()).isTrue();
    assertThat(list.get(2).get("expires_in").isNull()).isTrue();
    assertThat(text(server.get("/v1/db/lease/list", "text/plain")))
        .containsSubsequence("Held now", "leases/db//held", "Held before", "leases/db//released");
  }

  @Test
  void a_list_says_if_it_does_not_show_everything() {
    String deep = "/v1/many/n%d/leases/l%d";
    for (int i = 0; i < 10_000; i++) {
      server.acquire("a", deep.formatted(i % 7, i));
    }
    Answer whole = server.get("/v1/many/lease/list");
    assertThat(whole.header("Tenure-Truncated")).isEmpty();
    assertThat(json(whole)).hasSize(10_000);
    server.acquire("a", deep.formatted(0, 10_000));
    Answer cut = server.get("/v1/many/lease/list");
    assertThat(cut.header("Tenure-Truncated")).contains("true");
    assertThat(json(cut)).hasSize(10_000);
    assertThat(new String(cut.body(), StandardCharsets.UTF_8)).startsWith("[{");
  }
}
