package io.tenure.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files that we ship, and the document, agree with the code. */
final class ReadyMadeConfigTest {

  /** Tests may be started from the module or from the root. */
  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("settings.gradle"))) {
      Path parent = directory.getParent();
      if (parent == null) {
        throw new IllegalStateException("not inside a checkout");
      }
      directory = parent;
    }
    return directory;
  }

  private static ClusterConfig shipped(String name) throws ConfigException {
    return ConfigFile.read(root().resolve("cluster-config/conf").resolve(name), Map.of());
  }

  @Test
  void everyShippedFileIsRead() throws IOException, ConfigException {
    try (Stream<Path> files = Files.list(root().resolve("cluster-config/conf"))) {
      List<Path> all = files.sorted().toList();
      assertThat(all).hasSizeGreaterThanOrEqualTo(4);
      for (Path file : all) {
        assertThat(ConfigFile.read(file, Map.of()).name()).isEqualTo("tenure");
      }
    }
  }

  @Test
  void theLocalFilesHaveOneThreeAndFiveNodesOnLoopback() throws ConfigException {
    for (int count : new int[] {1, 3, 5}) {
      ClusterConfig config = shipped(count == 1 ? "1-node.conf" : count + "-nodes.conf");
      assertThat(config.nodes()).hasSize(count);
      assertThat(config.warnings()).isEmpty();
      for (int i = 0; i < count; i++) {
        assertThat(config.nodes().get(i).httpAddress()).isEqualTo("127.0.0.1:" + (8081 + i));
        assertThat(config.nodes().get(i).raftAddress()).isEqualTo("127.0.0.1:" + (7081 + i));
        assertThat(config.nodes().get(i).grpcPort()).hasValue(9081 + i);
      }
    }
  }

  @Test
  void theWideAreaFileIsPatient() throws ConfigException {
    ClusterConfig config = shipped("wide-area.conf");
    assertThat(config.timing().electionTimeout().toMillis()).isEqualTo(3_000);
    assertThat(config.timing().leaderWait())
        .isGreaterThan(
            config
                .timing()
                .electionTimeout()
                .plus(config.timing().electionJitter())
                .multipliedBy(2));
  }

  @Test
  void theWideAreaFileProtectsTheLinkBetweenNodes() throws ConfigException {
    ClusterConfig config = shipped("wide-area.conf");
    assertThat(config.nodes())
        .allSatisfy(
            node ->
                assertThat(config.peerTls(node).orElseThrow().key())
                    .hasFileName(node.id() + "-key.pem"));
    assertThat(config.peers().insecure()).isFalse();
  }

  @Test
  void theDocumentHasTheTableOfTheCode() throws IOException {
    List<String> document = Files.readAllLines(root().resolve("docs/configuration.md"));
    List<String> table = SettingListing.markdown();
    int start = document.indexOf(table.get(0));
    assertThat(start).as("heading of the table in docs/configuration.md").isNotNegative();
    assertThat(document.subList(start, Math.min(start + table.size(), document.size())))
        .isEqualTo(table);
    assertThat(document.get(start + table.size())).as("end of the table").isEmpty();
  }

  @Test
  void theDocumentNamesEveryVariable() throws IOException {
    String document = Files.readString(root().resolve("docs/configuration.md"));
    assertThat(Environment.otherVariables()).allMatch(name -> document.contains("`" + name + "`"));
  }

  @Test
  void theListingShowsEverySetting() {
    assertThat(SettingListing.text().lines())
        .hasSize(2 * SettingTable.all().size())
        .anyMatch(line -> line.matches("election.timeout +duration +500ms +100ms to 1m"));
  }

  @Test
  void everyDefaultIsAllowed() {
    assertThat(SettingTable.all())
        .hasSizeGreaterThan(20)
        .allSatisfy(setting -> assertThat(setting.byDefault()).isNotNull());
  }
}
