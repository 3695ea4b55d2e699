package io.tenure.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class ConfigFileTest {
  private static final String MINIMAL =
      """
      cluster.name = tenure
      node.n1.host = 127.0.0.1   # the address that peers and clients use
      node.n1.raft-port = 7081
      node.n1.http-port = 8081
      """;

  private static ClusterConfig read(String text, Map<String, String> environment)
      throws ConfigException {
    return new ConfigBuilder("my.conf", Path.of("/etc/tenure")).build(text, environment);
  }

  private static ClusterConfig read(String text) throws ConfigException {
    return read(text, Map.of());
  }

  @Test
  void whatIsNotSetHasItsDefault() throws ConfigException {
    ClusterConfig config = read(MINIMAL);
    assertThat(config.nodes())
        .containsExactly(
            new NodeConfig(
                "n1", "127.0.0.1", 7081, 8081, OptionalInt.empty(), "127.0.0.1", "127.0.0.1"));
    assertThat(config.timing())
        .isEqualTo(
            new Timing(
                Duration.ofMillis(500),
                Duration.ofMillis(150),
                Duration.ofSeconds(10),
                Duration.ofSeconds(5)));
    assertThat(config.snapshots()).isEqualTo(new SnapshotSettings(Duration.ofMinutes(1), 50_000));
    assertThat(config.limits())
        .isEqualTo(
            new Limits(
                100_000, 1_000_000, 10_000, 64 << 10, 1 << 10, 8 << 10, 16 << 10, 128 << 10, 20_000,
                20_000));
    assertThat(config.retention())
        .isEqualTo(
            new Retention(Duration.ofHours(24), 1_000_000, Duration.ofMinutes(15), 1_000_000));
    assertThat(config.httpTls()).isEmpty();
    assertThat(config.warnings()).isEmpty();
  }

  @Test
  void everySettingCanBeSet() throws ConfigException {
    ClusterConfig config =
        read(
            MINIMAL
                + """
                cluster.id = 5d1f
                node.n1.grpc-port = 8181
                election.timeout=3s
                limits.user-data = 32 KiB
                limits.live-claims = 2_000_000
                http.bind = 0.0.0.0
                raft.bind = ::1
                http.tls.certificate = chain#1.pem
                http.tls.key = /keys/key.pem
                """);
    NodeConfig node = config.node("n1").orElseThrow();
    assertThat(config.groupId()).isEqualTo("tenure_5d1f");
    assertThat(config.timing().electionTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.limits().userDataBytes()).isEqualTo(32 << 10);
    assertThat(config.limits().liveClaims()).isEqualTo(2_000_000);
    assertThat(node.grpcPort()).hasValue(8181);
    assertThat(node.httpBind()).isEqualTo("0.0.0.0");
    assertThat(node.raftBind()).isEqualTo("::1");
    assertThat(config.httpTls())
        .contains(
            new Tls(
                Path.of("/etc/tenure/chain#1.pem"), Path.of("/keys/key.pem"), Optional.empty()));
    assertThat(config.httpUrl(node)).isEqualTo("https://127.0.0.1:8081");
  }

  @Test
  void theDialectsCanBeSet() throws ConfigException {
    ClusterConfig config =
        read(
            MINIMAL
                + """
                locket.tls.certificate = locket.pem
                locket.tls.key = locket.key
                locket.tls.client-ca = /keys/clients.pem
                locket.release-missing-is-ok = true
                leases.default-length = 90s
                leases.data = 16KiB
                claims.promotion-grace = 0s
                limits.body = 1MiB
                auth.tokens = tokens
                """);
    assertThat(config.locket())
        .isEqualTo(
            new Locket(
                Optional.of(
                    new Locket.MutualTls(
                        Path.of("/etc/tenure/locket.pem"),
                        Path.of("/etc/tenure/locket.key"),
                        Path.of("/keys/clients.pem"))),
                true));
    assertThat(config.leases()).isEqualTo(new LeaseDefaults(Duration.ofSeconds(90), 16 << 10));
    assertThat(config.promotionGrace()).isZero();
    assertThat(config.limits().bodyBytes()).isEqualTo(1 << 20);
    assertThat(config.auth().tokens()).contains(Path.of("/etc/tenure/tokens"));
  }

  @Test
  void withoutFurtherWordsLocketIsPlainAndWritesAreOpen() throws ConfigException {
    ClusterConfig config = read(MINIMAL);
    assertThat(config.locket()).isEqualTo(new Locket(Optional.empty(), false));
    assertThat(config.auth().tokens()).isEmpty();
    assertThat(config.leases()).isEqualTo(new LeaseDefaults(Duration.ofMinutes(5), 4096));
    assertThat(config.promotionGrace()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void theEnvironmentOverridesTheFile() throws ConfigException {
    ClusterConfig config =
        read(
            MINIMAL + "election.timeout = 2s",
            Map.of(
                "TENURE_ELECTION_TIMEOUT", "1s",
                "TENURE_NODE_N1_HTTP_PORT", "9999",
                "TENURE_LIMITS_USER_DATA", "1KiB",
                "TENURE_SNAPSHOT_ENTRIES", ""));
    assertThat(config.timing().electionTimeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.nodes().get(0).httpPort()).isEqualTo(9999);
    assertThat(config.limits().userDataBytes()).isEqualTo(1024);
    assertThat(config.snapshots().entries()).isEqualTo(50_000);
  }

  @Test
  void theEnvironmentMayMendWhatTheFileHasWrong() throws ConfigException {
    assertThat(
            read(MINIMAL + "election.timeout = 2", Map.of("TENURE_ELECTION_TIMEOUT", "1s"))
                .timing()
                .electionTimeout())
        .isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void variablesOfOtherProgramsAreLeftAlone() throws ConfigException {
    read(
        MINIMAL,
        Map.of(
            "TENURE_HOME", "/opt",
            "TENURE_TOKEN", "x",
            "TENURE_PORT", "tcp://10.0.0.1:8081",
            "TENURE_SERVICE_HOST", "10.0.0.1",
            "TENURE_RAFT_SERVICE_PORT_HTTP", "8081",
            "TENURE_PORT_8081_TCP_ADDR", "10.0.0.1",
            "PATH", "/bin"));
  }

  @Test
  void anAddressOfTheNewKindIsBracketed() throws ConfigException {
    String text = MINIMAL.replace("127.0.0.1", "fd00::7") + "peer.insecure = true";
    NodeConfig node = read(text).nodes().get(0);
    assertThat(node.raftAddress()).isEqualTo("[fd00::7]:7081");
    assertThat(node.httpAddress()).isEqualTo("[fd00::7]:8081");
  }

  @Test
  void everyNodeHasAFileOfItsOwn() throws ConfigException {
    ClusterConfig config =
        read(
            MINIMAL
                + """
                peer.tls.certificate = tls/{node}.pem
                peer.tls.key = /keys/{node}/{node}.key
                peer.tls.ca = ca.pem
                """);
    assertThat(config.peerTls(config.nodes().get(0)))
        .contains(
            new PeerSecurity.Files(
                Path.of("/etc/tenure/tls/n1.pem"),
                Path.of("/keys/n1/n1.key"),
                Path.of("/etc/tenure/ca.pem")));
    assertThat(config.warnings()).isEmpty();
  }

  @Test
  void withoutFurtherWordsNodesTalkInPlainText() throws ConfigException {
    ClusterConfig config = read(MINIMAL);
    assertThat(config.peerTls(config.nodes().get(0))).isEmpty();
    assertThat(config.peers().insecure()).isFalse();
  }

  @Test
  void certificatesTellClustersOfOneNameApart() throws ConfigException {
    assertThat(read(MINIMAL).nameInCertificates()).isEqualTo("tenure");
    assertThat(read(MINIMAL + "cluster.id = 5d1f").nameInCertificates()).isEqualTo("tenure.5d1f");
  }

  @Test
  void trustInTheNetworkIsAWarning() throws ConfigException {
    assertThat(read(MINIMAL + "peer.insecure = true").warnings())
        .containsExactly(
            "peer.insecure: whoever reaches the Raft port can read and change everything; use"
                + " peer.tls unless nobody else can reach it");
    String tls = "peer.tls.certificate = a\npeer.tls.key = b\npeer.tls.ca = c\n";
    assertThat(read(MINIMAL + tls + "peer.insecure = true").warnings())
        .containsExactly("peer.insecure has no effect beside peer.tls: take it out");
  }

  @Test
  void anEvenNumberOfNodesIsAWarning() throws ConfigException {
    String two = MINIMAL + MINIMAL.substring(MINIMAL.indexOf("node")).replace("n1", "n2");
    two = two.replace("n2.host = 127.0.0.1", "n2.host = 127.0.0.2");
    assertThat(read(two).warnings())
        .containsExactly("2 nodes survive the loss of no more than 1 would: take 1, 3 or 5 nodes");
  }

  @Test
  void plainTextOnAnOpenAddressIsAWarning() throws ConfigException {
    assertThat(read(MINIMAL + "http.bind = 0.0.0.0").warnings())
        .containsExactly(
            "clients are served in plain text on an address other than loopback",
            "whoever reaches the nodes may change everything: set auth.by, or keep the ports"
                + " private");
    String tokens = "http.bind = 0.0.0.0\nauth.tokens = tokens\n";
    assertThat(read(MINIMAL + tokens).warnings())
        .containsExactly("clients are served in plain text on an address other than loopback");
    assertThat(read(MINIMAL + tokens + "node.n1.grpc-port = 9081").warnings())
        .hasSize(2)
        .anyMatch(warning -> warning.startsWith("Locket clients are served in plain text"));
  }

  @Test
  void whoCallsIsAskedInTheOrderOfTheFile() throws ConfigException {
    Auth none = read(MINIMAL).auth();
    assertThat(none.by()).isEmpty();
    assertThat(none.readsOpen()).isTrue();
    Auth auth =
        read(MINIMAL
                + """
                auth.by = proxy, jwt ,tokens
                auth.tokens = tokens
                auth.jwt.issuer = https://idp.example
                auth.jwt.keys = keys.json
                auth.proxy.from = 10.0.0.5, cert:proxy
                auth.reads = rules
                """)
            .auth();
    assertThat(auth.by()).containsExactly("proxy", "jwt", "tokens");
    assertThat(auth.tokens()).contains(Path.of("/etc/tenure/tokens"));
    assertThat(auth.jwt().orElseThrow().keys()).contains("/etc/tenure/keys.json");
    assertThat(auth.proxy().orElseThrow().from()).containsExactly("10.0.0.5", "cert:proxy");
    assertThat(auth.readsOpen()).isFalse();
  }

  @Test
  void whoIsAskedNeedsItsSettings() {
    assertThatThrownBy(() -> read(MINIMAL + "auth.by = jwt, tokens"))
        .isInstanceOf(ConfigException.class)
        .satisfies(
            failure ->
                assertThat(((ConfigException) failure).problems().toString())
                    .contains("auth.by: jwt needs auth.jwt.issuer")
                    .contains("auth.by: tokens needs auth.tokens"));
  }
}
