package io.tenure.gateway.resources;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.gateway.AllDialects;
import io.tenure.gateway.Answer;
import io.tenure.gateway.FakeCall;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.service.UnavailableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What a resource looks like, beyond what the document's tables show. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ResourcesSpec {

  private final AllDialects all = new AllDialects();

  @AfterEach
  void close() {
    all.close();
  }

  @Test
  void times_are_as_of_the_moment_of_the_answer() {
    all.file("db", 60);
    all.pass(Duration.ofSeconds(10));
    all.file("db", 60);
    all.pass(Duration.ofSeconds(5));
    JsonNode resource = all.get("/v1/resources/db");
    assertThat(resource.get("expires_in").asText()).isEqualTo("45.0");
    assertThat(resource.get("holder").get("active_duration").asText()).isEqualTo("15.0");
    assertThat(resource.get("queue").get(0).get("waiting_duration").asText()).isEqualTo("5.0");
  }

  @Test
  void a_locket_lock_is_shown_with_owner_value_and_type() {
    all.leases.apply(
        new Acquire(
            new ResourceKey("locket/cell/1"),
            new Holder("bosh-7", Holder.Kind.PRESENCE),
            Ttl.ofSeconds(15),
            WhenHeld.RENEW_IF_OWN,
            UserData.of("some value".getBytes(StandardCharsets.UTF_8)),
            ""));
    JsonNode holder = all.get("/v1/resources/locket/cell/1").get("holder");
    assertThat(holder.get("dialect").asText()).isEqualTo("locket");
    assertThat(holder.get("key").asText()).isEqualTo("cell/1");
    assertThat(holder.get("owner").asText()).isEqualTo("bosh-7");
    assertThat(holder.get("value").asText()).isEqualTo("some value");
    assertThat(holder.get("type").asText()).isEqualTo("presence");
  }

  @Test
  void every_name_has_a_path() {
    for (String name : List.of("a/", "/a", "a//b", "%41", "ü/\uD83D\uDE00", "a b?c#d", ".", "+")) {
      all.file(name, 60);
      StringBuilder path = new StringBuilder("/v1/resources/");
      for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
        path.append(String.format("%%%02X", b));
      }
      JsonNode resource = all.get(path.toString());
      assertThat(resource.get("resource").asText()).isEqualTo(name);
      assertThat(resource.get("held").booleanValue()).as(name).isTrue();
    }
  }

  @Test
  void a_long_queue_and_a_long_history_are_cut() {
    long first = all.file("db", 60);
    for (int i = 1; i < 150; i++) {
      all.file("db", 60);
    }
    for (int i = 0; i < 20; i++) {
      all.release(first + i);
    }
    JsonNode resource = all.get("/v1/resources/db");
    assertThat(resource.get("queue_length").intValue()).isEqualTo(129);
    assertThat(resource.get("queue")).hasSize(100);
    assertThat(resource.get("tenures")).hasSize(10);
    assertThat(resource.get("tenures").get(0).get("claim").longValue()).isEqualTo(first + 19);
    assertThat(resource.get("queue").get(99).get("queue_position").intValue()).isEqualTo(100);
  }

  @Test
  void pages_show_every_resource_once_while_others_come_and_go() {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      ids.add(all.file(String.format("p/%02d", i), 60));
    }
    all.file("o", 60);
    all.file("q", 60);
    List<String> seen = new ArrayList<>();
    String uri = "/v1/resources?prefix=p/&limit=10";
    while (!uri.isEmpty()) {
      Answer page = all.send(FakeCall.of("GET", uri));
      AllDialects.json(page).forEach(each -> seen.add(each.get("resource").asText()));
      String link = page.header("Link").orElse("");
      uri = link.isEmpty() ? "" : link.substring(link.indexOf("/v1"), link.indexOf('>'));
      if (seen.size() == 10) {
        all.release(ids.get(9)); // the very one at which the page has ended
        all.file("p/00a", 60);
      }
    }
    assertThat(seen).hasSize(25).doesNotHaveDuplicates().isSorted();
  }

  @Test
  void without_a_prefix_everything_is_listed() {
    all.file("b", 60);
    all.file("!", 60);
    assertThat(all.get("/v1/resources")).hasSize(2);
    assertThat(all.get("/v1/resources?prefix=")).hasSize(2);
  }

  @Test
  void a_read_that_cannot_be_had_is_unavailable() {
    all.leases.failNext(new UnavailableException("no leader"));
    Answer answer = all.send(FakeCall.of("GET", "/v1/resources/a"));
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).contains("1");
  }
}
