package io.tenure.node;

import static io.tenure.node.HttpParty.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster whose nodes are replaced by those of a newer version, one by one and under load. A node
 * of the older version is one that does not know the newest level.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class UpgradeTest {

  private static final KnownLevels OLDER = new KnownLevels(Level.SECOND);
  private static final String[] ALL = {"n1", "n2", "n3"};
  private static final int ROUNDS = 4;

  /** Of claims that are looked at in the end, on each node. */
  private static final int SAMPLES = 200;

  @TempDir Path root;
  private NodeProcesses nodes;
  private UpgradeLoad load;
  private Path config = Path.of("");

  @BeforeEach
  void startOlderCluster() throws IOException {
    nodes = new NodeProcesses(root);
    load = new UpgradeLoad(nodes, ALL);
    config = nodes.config(ALL);
    // so that nodes also start from snapshots, and followers get them
    Files.writeString(config, "snapshot.entries = 300\n", StandardOpenOption.APPEND);
    for (String node : ALL) {
      nodes.start(node, config, OLDER, "--bootstrap");
    }
    nodes.awaitReady(ALL);
  }

  @AfterEach
  void stopAll() throws InterruptedException {
    load.end();
    nodes.close();
  }

  @Test
  void nodes_are_upgraded_one_by_one_and_back_until_all_know_the_newer_level()
      throws IOException, InterruptedException {
    JsonNode held = load.file("held");
    JsonNode second = load.file("held");
    JsonNode third = load.file("held");
    load.start();
    load.awaitRounds(ROUNDS);
    assertThat(newestLevels()).isEqualTo(Map.of("n1", 2, "n2", 2, "n3", 2));

    replace("n1", KnownLevels.ALL);
    assertThat(newestLevels()).isEqualTo(Map.of("n1", 3, "n2", 2, "n3", 2));
    replace("n1", OLDER);
    assertThat(newestLevels()).isEqualTo(Map.of("n1", 2, "n2", 2, "n3", 2));

    replace("n1", KnownLevels.ALL);
    replace("n2", KnownLevels.ALL);
    assertThat(newestLevels()).isEqualTo(Map.of("n1", 3, "n2", 3, "n3", 2));
    leadWith("n1"); // a leader that knows the newer level asks the others
    load.awaitRounds(ROUNDS);
    assertThat(levels()).containsOnly(Level.SECOND);

    replace("n3", KnownLevels.ALL);
    TestNodes.await(() -> levels().equals(List.of(3, 3, 3)));
    load.awaitRounds(ROUNDS);

    assertThat(load.renew(held).path("fencing_token")).isEqualTo(held.path("fencing_token"));
    requireKept(load.stop());
    requireTurns(held, second, third);
    requireOneState();
    requireNoWayBack("n2");
  }

  /** Starts a node with a version that knows these levels, and lets the clients go on. */
  private void replace(String node, KnownLevels levels) throws IOException, InterruptedException {
    nodes.terminate(node);
    nodes.start(node, config, levels);
    nodes.awaitReady(node);
    load.awaitRounds(ROUNDS);
  }

  private void leadWith(String node) {
    TestNodes.await(
        () -> {
          load.send("POST", "/v1/cluster/leader", "{\"node\": \"" + node + "\"}");
          return cluster(node).path("leader").asText().equals(node);
        });
  }

  private JsonNode cluster(String node) {
    try {
      return json(nodes.get(node, "/v1/cluster"));
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Of the state, on each node. */
  private List<Integer> levels() {
    return List.of(ALL).stream().map(node -> cluster(node).path("level").asInt()).toList();
  }

  private Map<String, Integer> newestLevels() {
    Map<String, Integer> levels = new HashMap<>();
    for (JsonNode member : cluster("n2").path("members")) {
      levels.put(member.path("id").asText(), member.path("newest_level").asInt());
    }
    return levels;
  }

  /** All nodes know every claim that a client was told to have held and released. */
  private void requireKept(List<UpgradeLoad.Tenure> released) throws IOException {
    assertThat(released).hasSizeGreaterThan(6 * ROUNDS);
    for (int i = 0; i < released.size(); i += 1 + released.size() / SAMPLES) {
      UpgradeLoad.Tenure tenure = released.get(i);
      for (String node : ALL) {
        JsonNode claim = json(nodes.get(node, "/v1/claims/" + tenure.id()));
        assertThat(claim.path("status").asText()).isEqualTo("released");
        assertThat(claim.path("fencing_token").asLong()).isEqualTo(tenure.token());
      }
    }
  }

  /** Who was in line before the upgrade gets its turn after it, in the same order. */
  private void requireTurns(JsonNode... inLine) {
    long last = 0;
    for (JsonNode each : inLine) {
      JsonNode active = load.awaitActive(each);
      assertThat(active.path("fencing_token").asLong()).isGreaterThan(last);
      last = active.path("fencing_token").asLong();
      load.release(active);
    }
  }

  /** At the same entry all members have the same state. */
  private void requireOneState() {
    TestNodes.await(
        () -> {
          Map<Long, String> hashes = new HashMap<>();
          for (JsonNode member : cluster("n1").path("members")) {
            hashes.merge(
                member.path("applied_index").asLong(),
                member.path("state_hash").asText(),
                (one, other) -> one.equals(other) ? one : one + " or " + other);
          }
          assertThat(hashes.values()).noneMatch(hash -> hash.contains(" or "));
          return hashes.size() == 1;
        });
  }

  private void requireNoWayBack(String node) throws IOException {
    nodes.terminate(node);
    nodes.start(node, config, OLDER);

    assertThat(nodes.exitCode(node)).isEqualTo(ExitCode.IDENTITY);
    assertThat(nodes.output(node))
        .contains("tenure: the state in " + nodes.data(node) + " cannot be used")
        .contains("it is of level 3, and this node knows levels up to 2.")
        .contains("start this node with a version that knows level 3")
        .doesNotContain("\tat ");

    nodes.start(node, config);
    nodes.awaitReady(node);
  }
}
