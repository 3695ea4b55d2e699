package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every limit that a client can run into is a setting, and it is the one that was set. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LimitSettingsTest {

  @TempDir private Path directory;
  private TestNodes nodes;
  private HttpParty http;

  @BeforeEach
  void start() throws Exception {
    nodes =
        new TestNodes(
            directory,
            1,
            "limits.live-claims = 8",
            "limits.leases-per-namespace = 2",
            "limits.waiting-per-resource = 1",
            "limits.name = 40B",
            "limits.user-data = 100B",
            "limits.uri = 512B",
            "limits.headers = 2KiB",
            "limits.body = 8KiB",
            "leases.default-length = 42s",
            "leases.data = 10B");
    http = new HttpParty(nodes);
  }

  @AfterEach
  void stop() {
    nodes.close();
  }

  private HttpResponse<String> lease(String path, String body) {
    return http.send("POST", "/v1/" + path, body);
  }

  private HttpResponse<String> claim(String fields) {
    return http.send("POST", "/v1/claims/", "{" + fields + ",\"ttl\":60}");
  }

  @Test
  void leases_have_a_default_length_a_size_and_a_number() {
    HttpResponse<String> first = lease("a/leases/1", "0123456789");
    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(first.headers().firstValue("X-Quorum-Lease-Length")).contains("42");
    assertThat(lease("a/leases/2", "0123456789a").statusCode()).isEqualTo(413);
    assertThat(lease("a/leases/2", "").statusCode()).isEqualTo(201);
    assertThat(lease("a/leases/3", "").statusCode()).isEqualTo(509);
    assertThat(lease("b/leases/3", "").statusCode()).isEqualTo(201);
    assertThat(lease("b/leases/" + "x".repeat(40), "").statusCode()).isEqualTo(414);
  }

  @Test
  void claims_have_names_data_and_a_queue_of_limited_length() {
    String longName = "x".repeat(41);
    assertThat(claim("\"resource\":\"" + longName + "\"").statusCode()).isEqualTo(400);
    String data = "\"" + "d".repeat(99) + "\"";
    assertThat(claim("\"resource\":\"a\",\"user_data\":" + data).statusCode()).isEqualTo(400);
    assertThat(claim("\"resource\":\"a\"").statusCode()).isEqualTo(201);
    assertThat(claim("\"resource\":\"a\"").statusCode()).isEqualTo(202);
    assertThat(claim("\"resource\":\"a\"").statusCode()).isEqualTo(507);
  }

  @Test
  void when_all_is_full_every_dialect_says_so() {
    for (int i = 0; i < 8; i++) {
      assertThat(claim("\"resource\":\"r" + i + "\"").statusCode()).isEqualTo(201);
    }
    assertThat(claim("\"resource\":\"more\"").statusCode()).isEqualTo(507);
    assertThat(lease("a/leases/more", "").statusCode()).isEqualTo(507);
    HttpResponse<String> lock = http.send("POST", "/api/locks", "{\"key\":\"more\",\"ttl\":1}");
    assertThat(lock.body()).isEqualTo("507 Insufficient Storage");
    try (LocketParty locket = new LocketParty(nodes)) {
      assertThat(locket.code("more")).isEqualTo("RESOURCE_EXHAUSTED");
    }
  }

  @Test
  void requests_have_targets_headers_and_bodies_of_limited_size() {
    String large = "x".repeat(9 * 1024);
    for (String path : new String[] {"/v1/claims/", "/api/locks", "/v1/a/leases/b"}) {
      assertThat(http.send("POST", path, large).statusCode()).as(path).isEqualTo(413);
      assertThat(http.send("GET", path + "?" + "q".repeat(600), "").statusCode()).isEqualTo(414);
      assertThat(http.send("GET", path, "", "X-Large", "h".repeat(3_000)).statusCode())
          .isEqualTo(431);
    }
  }
}
