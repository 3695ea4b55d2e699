package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.config.ConfigException;
import io.tenure.config.NodeConfig;
import io.tenure.node.local.LocalDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalSetupTest {
  @TempDir private Path root;

  private LocalDirectory directory() {
    return new LocalDirectory(root);
  }

  private LocalSetup prepare(int nodes, int port) throws ConfigException {
    return prepare(nodes, port, false);
  }

  private LocalSetup prepare(int nodes, int port, boolean tls) throws ConfigException {
    return LocalSetup.prepare(
        directory(), new LocalSetup.Wish(Optional.of(nodes), Optional.of(port), tls), Map.of());
  }

  private LocalSetup prepareAgain() throws ConfigException {
    return LocalSetup.prepare(
        directory(), new LocalSetup.Wish(Optional.empty(), Optional.empty(), false), Map.of());
  }

  /** As after a start of these nodes. */
  private void giveData(String... nodes) throws IOException {
    for (String node : nodes) {
      Files.createDirectories(root.resolve(node));
      Files.writeString(root.resolve(node).resolve("identity"), node);
    }
  }

  @Test
  void aNewClusterGetsAConfigurationAndIsBootstrapped() throws ConfigException {
    LocalSetup setup = prepare(3, 31_081);
    assertThat(setup.config().nodes())
        .extracting(NodeConfig::httpAddress)
        .containsExactly("127.0.0.1:31081", "127.0.0.1:31082", "127.0.0.1:31083");
    assertThat(setup.config().nodes())
        .extracting(NodeConfig::raftAddress)
        .containsExactly("127.0.0.1:30081", "127.0.0.1:30082", "127.0.0.1:30083");
    assertThat(setup.config().nodes())
        .extracting(node -> node.grpcAddress().orElseThrow())
        .containsExactly("127.0.0.1:32081", "127.0.0.1:32082", "127.0.0.1:32083");
    assertThat(setup.toBootstrap()).containsExactly("n1", "n2", "n3");
  }

  @Test
  void theNextStartFindsTheClusterAgain() throws Exception {
    prepare(5, 31_091);
    giveData("n1", "n2", "n3", "n4", "n5");
    Files.writeString(root.resolve("bootstrapped"), "");
    LocalSetup setup = prepareAgain();
    assertThat(setup.config().nodes()).hasSize(5);
    assertThat(setup.toBootstrap()).isEmpty();
  }

  @Test
  void aFirstStartThatWasCutShortGoesOn() throws Exception {
    prepare(3, 31_101);
    giveData("n1");
    assertThat(prepareAgain().toBootstrap()).containsExactly("n2", "n3");
  }

  @Test
  void aNodeThatLostItsDataIsNotBootstrappedAgain() throws Exception {
    prepare(3, 31_111);
    giveData("n1", "n3");
    Files.writeString(root.resolve("bootstrapped"), "");
    assertThatThrownBy(this::prepareAgain)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("the data of n2 is gone")
        .hasMessageContaining("acknowledged writes could be lost");
  }

  @Test
  void theNumberOfNodesAndThePortStay() throws Exception {
    prepare(1, 31_121);
    assertThatThrownBy(() -> prepare(3, 31_121))
        .hasMessageContaining("has a cluster of 1 node, not of 3: leave --nodes out");
    assertThatThrownBy(() -> prepare(1, 31_131))
        .hasMessageContaining("has a cluster at port 31121, not at 31131: leave --base-port out");
  }

  @Test
  void nodesOfANewClusterMayTalkOverTls() throws Exception {
    LocalSetup setup = prepare(3, 31_161, true);
    for (NodeConfig node : setup.config().nodes()) {
      assertThat(PeerTls.load(setup.config(), node)).isPresent();
    }
    String authority = Files.readString(root.resolve("tls/ca.pem"));
    assertThat(prepareAgain().config().peers().files()).isPresent();
    assertThat(prepare(3, 31_161, true).config().peers().files()).isPresent();
    assertThat(root.resolve("tls/ca.pem")).hasContent(authority);
  }

  @Test
  void aClusterWithoutTlsStaysWithoutIt() throws Exception {
    prepare(1, 31_171);
    assertThatThrownBy(() -> prepare(1, 31_171, true))
        .hasMessageContaining("has a cluster without TLS between its nodes: leave --tls out");
    assertThat(root.resolve("tls")).doesNotExist();
  }

  @Test
  void impossibleWishesAreRefused() {
    for (int nodes : new int[] {-1, 0, 2, 4, 11}) {
      assertThatThrownBy(() -> prepare(nodes, 31_141))
          .hasMessage("--nodes: " + nodes + " is not possible; allowed: 1, 3, 5, 7, 9");
    }
    for (int port : new int[] {-1, 80, 65_535}) {
      assertThatThrownBy(() -> prepare(3, port))
          .hasMessage("--base-port: " + port + " is not possible; allowed: 2024 to 64526");
    }
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void everyBusyPortIsNamedBeforeAnythingStarts() throws IOException {
    try (ServerSocket http = new ServerSocket(31_152, 1, InetAddress.getByName("127.0.0.1"));
        ServerSocket raft = new ServerSocket(30_153, 1, InetAddress.getByName("127.0.0.1"));
        ServerSocket grpc = new ServerSocket(32_151, 1, InetAddress.getByName("127.0.0.1"))) {
      assertThatThrownBy(() -> prepare(3, 31_151))
          .isInstanceOf(StartupException.class)
          .hasMessageContaining("n2 HTTP: port " + http.getLocalPort() + " on 127.0.0.1 is busy")
          .hasMessageContaining("n3 Raft: port " + raft.getLocalPort() + " on 127.0.0.1 is busy")
          .hasMessageContaining("n1 gRPC: port " + grpc.getLocalPort() + " on 127.0.0.1 is busy")
          .extracting(failure -> ((StartupException) failure).exitCode())
          .isEqualTo(ExitCode.PORT_BUSY);
    }
    assertThat(root).as("another port can be chosen").doesNotExist();
  }
}
