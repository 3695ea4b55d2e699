package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The drills of docs/operations.md: disks are lost, and the cluster comes back. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RecoveryTest {

  private static final long EPOCH = 1L << 44;
  private static final String[] THREE = {"n1", "n2", "n3"};

  @TempDir private Path root;
  private RestorableNodes nodes;
  private Path backup;

  @BeforeEach
  void start() {
    nodes = new RestorableNodes(root);
    backup = root.resolve("tenure.backup");
    nodes.start(nodes.config(THREE), true, THREE);
  }

  @AfterEach
  void end() {
    nodes.close();
  }

  private String file(String node, String resource, int ttl) {
    String body = "{\"resource\": \"%s\", \"ttl\": %d}".formatted(resource, ttl);
    var answer = nodes.send(node, "POST", "/v1/claims/", body);
    assertThat(answer.statusCode()).isIn(201, 202);
    return answer.body();
  }

  private String claim(String node, long id) {
    return nodes.send(node, "GET", "/v1/claims/" + id + "/", "").body();
  }

  private static long number(String json, String field) {
    Matcher found = Pattern.compile("\"" + field + "\" ?: ?(\\d+)").matcher(json);
    assertThat(found.find()).as(json).isTrue();
    return Long.parseLong(found.group(1));
  }

  /** Claim 1 holds db, 2 waits for it, 3 is released. */
  private void fileThree() {
    file("n1", "db", 600);
    file("n2", "db", 600);
    file("n3", "other", 600);
    nodes.send("n1", "PATCH", "/v1/claims/3/", "{\"status\": \"released\"}");
  }

  private void requireThree(String node) {
    assertThat(claim(node, 1)).contains("\"active\"");
    assertThat(number(claim(node, 1), "fencing_token")).isEqualTo(1);
    assertThat(claim(node, 2)).contains("\"waiting\"");
    assertThat(claim(node, 3)).contains("\"released\"");
  }

  /** What is granted now is larger than anything that an earlier epoch can have given. */
  private void requireNewNumbers(String node, long epoch) {
    String fresh = file(node, "fresh", 600);
    assertThat(number(fresh, "id")).isGreaterThan(epoch * EPOCH);
    assertThat(number(fresh, "fencing_token")).isGreaterThan(epoch * EPOCH);
    nodes.send(node, "PATCH", "/v1/claims/1/", "{\"status\": \"released\"}");
    assertThat(claim(node, 2)).contains("\"active\"");
    assertThat(number(claim(node, 2), "fencing_token")).isGreaterThan(epoch * EPOCH);
  }

  private static void restore(Path backup, Path config, String node, Path data, String... more) {
    String[] command = {
      "restore", backup + "", "--config", config + "", "--node", node, "--data", data + ""
    };
    String[] all = new String[command.length + more.length];
    System.arraycopy(command, 0, all, 0, command.length);
    System.arraycopy(more, 0, all, command.length, more.length);
    assertThat(RestorableNodes.run(all)).startsWith("0: ").contains("is ready for " + node);
  }

  @Test
  void all_disks_are_lost_and_a_cluster_of_another_size_goes_on() {
    fileThree();
    String url = nodes.url(nodes.follower());
    assertThat(RestorableNodes.run("backup", backup + "", "--url", url))
        .startsWith("0: ")
        .contains("checked");
    file("n1", "after the backup", 600); // its id and its token must not come again
    nodes.stopAll();

    assertThat(RestorableNodes.run("inspect", backup + ""))
        .startsWith("0: ")
        .containsPattern("active +1\n")
        .containsPattern("waiting +1\n")
        .containsPattern("released +1\n")
        .containsPattern("epoch +0\n")
        .contains("n1 127.0.0.1:", "n3 127.0.0.1:");
    Path two = nodes.config("m1", "m2");
    restore(backup, two, "m1", nodes.data("m1"), "--epoch", "3");
    restore(backup, two, "m2", nodes.data("m2"), "--epoch", "3");
    nodes.start(two, false, "m1", "m2");

    requireThree("m2");
    requireNewNumbers("m1", 3);
    assertThat(number(nodes.send("m1", "GET", "/v1/cluster", "").body(), "applied_index"))
        .isGreaterThan(3L << 40);
    nodes.stop("m1");
    nodes.start(two, false, "m1"); // with its own data, as ever after
    assertThat(claim("m1", 2)).contains("\"active\"");

    nodes.stopAll();
    Path copy = root.resolve("stopped.backup");
    assertThat(RestorableNodes.run("backup", copy + "", "--data", nodes.data("m1") + ""))
        .startsWith("0: ");
    assertThat(RestorableNodes.run("inspect", nodes.data("m1") + "", "--json"))
        .startsWith("0: {\"kind\":\"data directory\"")
        .contains("\"epoch\":\"3\"", "\"active\":\"2\"", "\"waiting\":\"0\"");
    assertThat(RestorableNodes.run("restore", copy + "", "--epoch", "3"))
        .startsWith("2: "); // without a configuration
  }

  @Test
  void a_directory_that_was_copied_is_noticed_and_one_that_is_left_of_three_goes_on_alone()
      throws IOException {
    requireCopyIsNoticed();
    requireOneGoesOnAlone();
  }

  private void requireCopyIsNoticed() throws IOException {
    Path copy = root.resolve("copy");
    nodes.stop("n3");
    copy(nodes.data("n3"), copy);
    nodes.start(nodes.config(THREE), false, "n3");
    fileThree();
    nodes.stop("n3");
    Files.move(nodes.data("n3"), root.resolve("away"));
    Files.move(copy, nodes.data("n3"));

    assertThatThrownBy(() -> nodes.start(nodes.config(THREE), false, "n3"))
        .hasMessageContaining("n1 (127.0.0.1:")
        .hasMessageContaining("n2 (127.0.0.1:")
        .hasMessageContaining("the directory is an older copy");

    Files.move(nodes.data("n3"), copy);
    Files.move(root.resolve("away"), nodes.data("n3"));
    nodes.start(nodes.config(THREE), false, "n3");
    requireThree("n3");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path each : files.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }

  private void requireOneGoesOnAlone() throws IOException {
    Path alone = nodes.config("n1");
    nodes.stop("n1");
    assertThatThrownBy(() -> nodes.force(alone, "n1"))
        .hasMessageContaining("whose cluster is not lost")
        .hasMessageContaining("n2");
    nodes.stop("n2", "n3");
    assertThatThrownBy(() -> nodes.force(nodes.config("n1", "n2"), "n1"))
        .hasMessageContaining("give it a configuration file that lists only n1");
    String before = Files.readString(nodes.data("n1").resolve("identity"));

    nodes.force(alone, "n1");
    nodes.start(alone, false, "n1");

    requireThree("n1");
    requireNewNumbers("n1", 1);
    assertThat(nodes.data("n1")).isDirectoryContaining("glob:**before-*");
    nodes.stop("n1");
    assertThatThrownBy(() -> nodes.force(alone, "n1"))
        .hasMessageContaining("the only member of its cluster");
    String after = Files.readString(nodes.data("n1").resolve("identity"));
    assertThat(after.lines().filter(line -> line.startsWith("cluster-id")))
        .doesNotContainAnyElementsOf(before.lines().toList());
  }
}
