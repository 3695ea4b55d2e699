package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line, as far as it ends by itself. */
final class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path root;
  private Path config = Path.of("");

  @BeforeEach
  void writeConfig() throws IOException {
    config = root.resolve("one.conf");
    Files.writeString(config, configWithPorts(1, 2));
  }

  private static String configWithPorts(int raft, int http) {
    return """
    cluster.name = tenure
    node.n1.host = 127.0.0.1
    node.n1.raft-port = %d
    node.n1.http-port = %d
    """
        .formatted(raft, http);
  }

  private int tenure(Map<String, String> environment, String... arguments) {
    return Main.run(environment, new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  private int tenure(String... arguments) {
    return tenure(Map.of(), arguments);
  }

  @Test
  void theWarmUpForTheArchiveOfClassesServesAndEnds() {
    assertThat(tenure(NodeWarmUp.NAME)).isZero();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void withoutACommandItShowsWhatThereIs() {
    assertThat(tenure()).isZero();
    assertThat(out.toString()).contains("local", "node", "config", "Examples:");
  }

  @Test
  void completionKnowsEveryCommandWithItsOptions() {
    assertThat(Main.commands().keySet())
        .containsExactly(
            "local",
            "bootstrap",
            "node",
            "config",
            "certs",
            "backup",
            "restore",
            "inspect",
            "auth");
    assertThat(Main.commands().get("local").getCommandSpec().optionsMap())
        .containsKeys("--nodes", "--base-port");
  }

  @Test
  void everyCommandHasHelpWithExamples() {
    for (String[] command :
        List.of(
            new String[] {"--help"},
            new String[] {"node", "--help"},
            new String[] {"bootstrap", "--help"},
            new String[] {"local", "--help"},
            new String[] {"config", "--help"},
            new String[] {"certs", "--help"},
            new String[] {"backup", "--help"},
            new String[] {"restore", "--help"},
            new String[] {"inspect", "--help"},
            new String[] {"auth", "--help"},
            new String[] {"config", "check", "--help"},
            new String[] {"config", "list", "--help"})) {
      out.getBuffer().setLength(0);
      assertThat(tenure(command)).isZero();
      assertThat(out.toString()).contains("Example").contains("Usage: tenure");
    }
  }

  @Test
  void itKnowsItsVersion() {
    assertThat(tenure("--version")).isZero();
    assertThat(out.toString()).matches("tenure \\S+ \\(Java .+\\)\\R");
  }

  @Test
  void unknownCommandsAndOptionsAreUsageErrors() {
    assertThat(tenure("nod")).isEqualTo(ExitCode.USAGE);
    assertThat(tenure("node", "--nope")).isEqualTo(ExitCode.USAGE);
    assertThat(tenure("local", "--nodes", "many")).isEqualTo(ExitCode.USAGE);
    assertThat(tenure("config")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aConfigurationIsChecked() {
    assertThat(tenure("config", "check", config.toString())).isZero();
    assertThat(out.toString())
        .contains(config + ": cluster tenure, nodes: 1")
        .contains("n1  http://127.0.0.1:2  raft 127.0.0.1:1");
  }

  @Test
  void theLineThatDecidesIsTold() throws IOException {
    Files.writeString(config, configWithPorts(1, 2) + "auth.rules = rules\n");
    Files.writeString(root.resolve("rules"), "allow group:build write ci/\ndeny * read *\n");
    List<String> asked = List.of("auth", "test", "--config", config + "", "--as", "token:ci");
    assertThat(tenure(with(asked, "--group", "build", "--do", "write", "--on", "ci/x"))).isZero();
    assertThat(out.toString()).contains("allowed by line 1: allow group:build write ci/");
    assertThat(tenure(with(asked, "--do", "read", "--on", "ci/x"))).isEqualTo(ExitCode.FAILURE);
    assertThat(out.toString()).contains("refused: line 2: deny * read *");
    assertThat(tenure(with(asked, "--do", "see", "--on", "ci/x"))).isEqualTo(ExitCode.USAGE);
    Files.writeString(root.resolve("rules"), "allow * see *\n");
    assertThat(tenure("config", "check", config + "")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("line 1: see is no right");
  }

  private static String[] with(List<String> arguments, String... more) {
    return Stream.concat(arguments.stream(), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void aCheckedConfigurationShowsWhatNodesShowEachOther() throws IOException {
    Files.writeString(
        config,
        configWithPorts(1, 2)
            + """
            peer.tls.certificate = tls/{node}.pem
            peer.tls.key = tls/{node}-key.pem
            peer.tls.ca = tls/ca.pem
            """);
    assertThat(tenure("config", "check", config.toString())).isZero();
    assertThat(out.toString())
        .contains("raft 127.0.0.1:1, TLS " + root.resolve("tls/n1.pem") + System.lineSeparator());
  }

  @Test
  void aNodeDoesNotStartWithAnOpenRaftPortThatNothingProtects() throws IOException {
    Files.writeString(config, configWithPorts(1, 2) + "raft.bind = 0.0.0.0\n");
    assertThat(
            tenure(
                "node",
                "--config",
                config.toString(),
                "--node",
                "n1",
                "--data",
                root.resolve("data").toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .startsWith("tenure: " + config + ":5: raft.bind: other machines can reach 0.0.0.0")
        .contains("peer.tls.certificate", "peer.insecure = true")
        .containsOnlyOnce("\n");
  }

  @Test
  void aNodeDoesNotStartWithFilesForTheOtherNodesThatCannotBeUsed() throws IOException {
    Files.writeString(
        config,
        configWithPorts(1, 2)
            + "peer.tls.certificate = a.pem\npeer.tls.key = b.pem\npeer.tls.ca = c.pem\n");
    assertThat(
            tenure(
                "node",
                "--config",
                config.toString(),
                "--node",
                "n1",
                "--data",
                root.resolve("data").toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines("tenure: peer.tls: there is no file " + root.resolve("a.pem"));
  }

  @Test
  void allMistakesInAConfigurationAreTold() throws IOException {
    Files.writeString(config, "cluster.nam = x\nnode.n1.host = 127.0.0.1\n");
    assertThat(tenure("config", "check", config.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines())
        .hasSize(4)
        .allMatch(line -> line.startsWith("tenure: " + config))
        .anyMatch(line -> line.contains(":1: cluster.nam: there is no such setting; did you mean"));
  }

  @Test
  void allSettingsAreListed() {
    assertThat(tenure("config", "list")).isZero();
    assertThat(out.toString()).contains("election.timeout", "500ms", "100ms to 1m");
  }

  @Test
  void aNodeNeedsToBeToldWhoItIs() {
    assertThat(tenure("node")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).startsWith("tenure: --config is missing (or set TENURE_CONFIG)");
    err.getBuffer().setLength(0);
    Map<String, String> environment =
        Map.of("TENURE_CONFIG", config.toString(), "TENURE_NODE", "n9");
    assertThat(tenure(environment, "node")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "tenure: --node: there is no node n9 in " + config + "; allowed: n1");
  }

  @Test
  void anUnknownLogFormatIsAUsageError() {
    assertThat(tenure("node", "--log", "xml")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).startsWith("tenure: --log: 'xml' is unknown");
  }

  @Test
  void aNodeDoesNotStartInAnEmptyDirectory() throws IOException {
    Files.writeString(config, configWithPorts(FreePorts.next(), FreePorts.next()));
    String data = root.resolve("data").toString();
    assertThat(tenure("node", "--config", config.toString(), "--node", "n1", "--data", data))
        .isEqualTo(ExitCode.IDENTITY);
    assertThat(err.toString())
        .startsWith("tenure: data directory " + data + " is empty.")
        .containsOnlyOnce("\n");
  }

  @Test
  void aDirectoryIsBootstrappedOnceByACommandOfItsOwn() throws IOException {
    String data = root.resolve("data").toString();
    String[] command = {"bootstrap", "--config", config.toString(), "--node", "n1", "--data", data};
    assertThat(tenure(command)).isZero();
    assertThat(out.toString())
        .isEqualToIgnoringNewLines(data + " is ready for n1; start it with `tenure node`");
    String identity = Files.readString(root.resolve("data/identity"));

    assertThat(tenure(command)).isEqualTo(ExitCode.IDENTITY);
    assertThat(err.toString()).contains("is bootstrapped already");
    assertThat(Files.readString(root.resolve("data/identity"))).isEqualTo(identity);
  }

  @Test
  void aBusyPortIsOneClearLineAndLeavesNoTrace() throws IOException {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      int port = busy.getLocalPort();
      Files.writeString(config, configWithPorts(FreePorts.next(), port));
      Path data = root.resolve("data");
      assertThat(
              tenure(
                  "node",
                  "--config",
                  config.toString(),
                  "--node",
                  "n1",
                  "--data",
                  data.toString(),
                  "--bootstrap"))
          .isEqualTo(ExitCode.PORT_BUSY);
      assertThat(err.toString())
          .isEqualToIgnoringNewLines(
              "tenure: node.n1.http-port: port "
                  + port
                  + " on 127.0.0.1 is busy: stop what listens there (`ss -ltnp 'sport = :"
                  + port
                  + "'` shows it), or choose another port");
      assertThat(DataDirectory.isEmpty(data)).isTrue();
    }
  }

  @Test
  void anAddressOfAnotherMachineIsAUsageError() throws IOException {
    Files.writeString(
        config, configWithPorts(FreePorts.next(), FreePorts.next()) + "http.bind = 192.0.2.1");
    assertThat(
            tenure(
                "node",
                "--config",
                config.toString(),
                "--node",
                "n1",
                "--data",
                root.resolve("data").toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("this machine does not have that address");
  }
}
