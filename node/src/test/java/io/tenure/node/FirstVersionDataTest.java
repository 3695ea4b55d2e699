package io.tenure.node;

import static io.tenure.node.HttpParty.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Level;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Opens the directory of a node of version 0.1.0 that was killed. It had a snapshot at entry 100
 * and 27 entries after it: one claim that is held for ten years and two that wait for it, a lease
 * with data, and claims that have ended.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FirstVersionDataTest {

  /** The node's address is in its log, so it cannot be chosen. */
  private static final String HOST = "127.0.201.10";

  private static final String HELD =
      "{\"resource\":\"held\",\"ttl\":315360000,\"user_data\":{\"by\":\"0.1.0\"}}";
  private static final String KEY = "5f0c2a52-0000-4000-8000-000000000001";

  @TempDir Path root;
  private NodeProcesses nodes;
  private Path config = Path.of("");

  @BeforeEach
  void unpack() throws IOException {
    nodes = new NodeProcesses(root);
    Path made = nodes.config("n1");
    String text =
        Files.readString(made)
            .replace("127.0.0.1", HOST)
            .replaceAll("raft-port = \\d+", "raft-port = 7081");
    config = Files.writeString(made, text + "http.bind = 127.0.0.1\n");
    try (InputStream file = getClass().getResourceAsStream("/golden/data-0.1.0.zip");
        ZipInputStream zip = new ZipInputStream(Objects.requireNonNull(file))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = nodes.data("n1").resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(zip, target);
        }
      }
    }
  }

  @AfterEach
  void stop() {
    nodes.close();
  }

  @Test
  void data_of_version_0_1_0_opens_on_its_level_and_rises_to_the_newest() throws IOException {
    nodes.start("n1", config, new KnownLevels(Level.FIRST));
    nodes.awaitReady("n1");
    requireAllIsThere();
    assertThat(json(nodes.get("n1", "/v1/cluster")).path("level").asInt()).isEqualTo(1);
    nodes.terminate("n1");

    nodes.start("n1", config);
    nodes.awaitReady("n1");
    TestNodes.await(() -> level() == Level.NEWEST);
    requireAllIsThere();
    requireWorkGoesOn();
  }

  private int level() {
    try {
      return json(nodes.get("n1", "/v1/cluster")).path("level").asInt();
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  private void requireAllIsThere() throws IOException {
    assertThat(claim(1).path("status").asText()).isEqualTo("active");
    assertThat(claim(1).path("user_data").path("by").asText()).isEqualTo("0.1.0");
    assertThat(claim(1).path("fencing_token").asLong()).isEqualTo(1);
    assertThat(claim(2).path("queue_position").asInt()).isEqualTo(1);
    assertThat(claim(3).path("queue_position").asInt()).isEqualTo(2);
    assertThat(claim(4).path("status").asText()).isEqualTo("released");
    assertThat(claim(65).path("status").asText()).isEqualTo("withdrawn");
    HttpResponse<String> lease = nodes.get("n1", "/v1/team/db/leases/primary");
    assertThat(lease.body()).isEqualTo("kept data");
    assertThat(lease.headers().firstValue("X-Quorum-Client-ID")).contains("alice");
    HttpResponse<String> repeated =
        nodes.send("n1", "POST", "/v1/claims/", HELD, "Idempotency-Key", KEY);
    assertThat(repeated.statusCode()).isEqualTo(201);
    assertThat(repeated.headers().firstValue("Idempotency-Replayed")).contains("true");
    assertThat(json(repeated).path("id").asLong()).isEqualTo(1);
  }

  private JsonNode claim(long id) throws IOException {
    return json(nodes.get("n1", "/v1/claims/" + id));
  }

  /** Who waited gets its turn, and tokens and versions go on where they were. */
  private void requireWorkGoesOn() throws IOException {
    HttpResponse<String> released =
        nodes.send("n1", "PATCH", "/v1/claims/1", "{\"status\":\"released\"}");
    assertThat(released.statusCode()).isEqualTo(204);
    assertThat(claim(2).path("status").asText()).isEqualTo("active");
    assertThat(claim(2).path("fencing_token").asLong()).isGreaterThan(63);
    HttpResponse<String> renewed =
        nodes.send(
            "n1",
            "PUT",
            "/v1/team/db/leases/primary",
            "",
            "X-Quorum-Client-ID",
            "alice",
            "X-Quorum-Lease-Version",
            "3");
    assertThat(renewed.statusCode()).isEqualTo(202);
    assertThat(renewed.headers().firstValue("X-Quorum-Fencing-Token")).contains("3");
  }
}
