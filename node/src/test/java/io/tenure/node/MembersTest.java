package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.node.identity.Identity;
import io.tenure.node.identity.IdentityText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes, as processes, never join another history than the one that they were founded in. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MembersTest {

  private static final String CLAIM = "{\"resource\": \"r%d\", \"ttl\": 3600}";

  @TempDir private Path root;
  private NodeProcesses nodes;

  @BeforeEach
  void prepare() {
    nodes = new NodeProcesses(root);
  }

  @AfterEach
  void end() {
    nodes.close();
  }

  private void fileClaims(String node, int from, int to) throws IOException {
    for (int i = from; i <= to; i++) {
      assertThat(nodes.post(node, "/v1/claims/", CLAIM.formatted(i)).statusCode()).isEqualTo(201);
    }
  }

  @Test
  void a_node_with_claims_does_not_join_new_nodes_and_keeps_its_claims() throws IOException {
    Path one = nodes.config("n1");
    Path three = nodes.config("n1", "n2", "n3");
    nodes.start("n1", one, "--bootstrap");
    nodes.awaitReady("n1");
    fileClaims("n1", 1, 200);
    nodes.terminate("n1");

    nodes.start("n2", three, "--bootstrap");
    nodes.start("n3", three, "--bootstrap");
    nodes.start("n1", three);

    assertThat(nodes.exitCode("n1")).isEqualTo(ExitCode.IDENTITY);
    assertThat(nodes.output("n1"))
        .contains(
            "was founded with the members n1 ("
                + nodes.raftAddress("n1")
                + "), but the"
                + " configuration file lists n1")
        .contains("Members cannot be changed in the file.");
    for (String each : new String[] {"n2", "n3"}) {
      nodes.awaitOutput(each, "waiting for [n1 (" + nodes.raftAddress("n1") + ")]");
      assertThat(nodes.isAlive(each)).isTrue();
      assertThat(nodes.isReady(each)).isFalse(); // nobody gets a second token 1
    }

    nodes.start("n1", one);
    nodes.awaitReady("n1");
    assertThat(nodes.get("n1", "/v1/claims/150").body()).contains("\"active\"");
    assertThat(nodes.post("n1", "/v1/claims/", CLAIM.formatted(201)).body())
        .containsPattern("\"fencing_token\" ?: ?201\\b");
  }

  @Test
  void founders_may_come_one_by_one_and_crash_and_one_that_lost_its_data_stays_out()
      throws IOException {
    Path three = nodes.config("n1", "n2", "n3");
    nodes.start("n1", three, "--bootstrap");
    nodes.awaitOutput("n1", "waiting for");
    nodes.kill("n1");
    nodes.start("n2", three, "--bootstrap");
    nodes.start("n3", three, "--bootstrap");
    nodes.awaitOutput("n3", "waiting for");
    nodes.start("n1", three);
    nodes.awaitReady("n1", "n2", "n3");
    fileClaims("n1", 1, 3);

    nodes.kill("n2");
    delete(nodes.data("n2"));
    nodes.start("n2", three, "--bootstrap");

    assertThat(nodes.exitCode("n2")).isEqualTo(ExitCode.IDENTITY);
    assertThat(nodes.output("n2")).contains("it must not come back under its old name");
    assertThat(nodes.get("n1", "/v1/claims/3").statusCode()).isEqualTo(200);
  }

  @Test
  void a_directory_of_version_010_keeps_its_claims_and_its_members() throws IOException {
    Path one = nodes.config("n1");
    Path three = nodes.config("n1", "n2", "n3");
    nodes.start("n1", one, "--bootstrap");
    nodes.awaitReady("n1");
    fileClaims("n1", 1, 3);
    nodes.kill("n1");
    String first =
        IdentityText.print(
            new Identity("tenure", Optional.empty(), "n1", nodes.raftAddress("n1"), 0, List.of()));
    Path identity = Files.writeString(nodes.data("n1").resolve("identity"), first);

    nodes.start("n1", three);
    assertThat(nodes.exitCode("n1")).isEqualTo(ExitCode.IDENTITY);
    assertThat(nodes.output("n1"))
        .contains("is of the members " + nodes.raftAddress("n1") + ", but the configuration file");
    assertThat(Files.readString(identity)).isEqualTo(first);

    nodes.start("n1", one);
    nodes.awaitReady("n1");
    assertThat(nodes.get("n1", "/v1/claims/3").body()).contains("\"active\"");
    assertThat(Files.readString(identity)).contains("format = 2", "founder = n1");
  }

  @Test
  void a_node_that_has_forgotten_its_votes_stays_out() throws IOException {
    Path one = nodes.config("n1");
    nodes.start("n1", one, "--bootstrap");
    nodes.awaitReady("n1");
    nodes.terminate("n1");
    delete(nodes.data("n1").resolve("meta"));

    nodes.start("n1", one);

    assertThat(nodes.exitCode("n1")).isEqualTo(ExitCode.IDENTITY);
    assertThat(nodes.output("n1")).contains("what this node voted for (in meta) is gone");
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
