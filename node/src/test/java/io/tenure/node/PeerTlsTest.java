package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.node.certs.CertificateAuthority;
import io.tenure.node.certs.CertificateDirectory;
import io.tenure.node.certs.Subject;
import io.tenure.node.certs.Validity;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters whose nodes, each a process of its own, talk over TLS. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PeerTlsTest {

  private static final List<String> IDS = List.of("n1", "n2", "n3");
  private static final Validity YEAR = Validity.from(Instant.now(), Duration.ofDays(365));
  private static final String TAKEN = "new certificate for the link between nodes";

  private final CertificateAuthority authority = CertificateAuthority.create("tenure", YEAR);
  @TempDir private Path root;
  private NodeProcesses nodes;
  private CertificateDirectory certificates;
  private Path config;

  @BeforeEach
  void prepare() throws IOException {
    nodes = new NodeProcesses(root);
    nodes.set(
        "peer.tls.certificate = tls/{node}.pem",
        "peer.tls.key = tls/{node}-key.pem",
        "peer.tls.ca = tls/{node}-ca.pem");
    config = nodes.config("n1", "n2", "n3");
    certificates = new CertificateDirectory(root.resolve("tls"));
    for (String node : IDS) {
      certify(node, authority);
      trust(node, authority);
    }
  }

  @AfterEach
  void end() {
    nodes.close();
  }

  @Test
  void the_authority_is_replaced_while_the_cluster_serves() throws Exception {
    start();
    nodes.awaitReady("n1", "n2", "n3");
    assertThat(nodes.get("n2", "/metrics").body())
        .contains("tenure_certificate_expiry_timestamp_seconds{port=\"peer\"} 1.");
    assertPlainTextIsRefused("n1");

    CertificateAuthority successor = CertificateAuthority.create("tenure", YEAR);
    for (String node : IDS) {
      trust(node, authority, successor);
    }
    awaitTaken(1);
    for (String node : IDS) {
      certify(node, successor);
    }
    awaitTaken(2);
    for (String node : IDS) {
      trust(node, successor);
    }
    awaitTaken(3);
    assertServes("n2");

    nodes.terminate("n1");
    assertServes("n3");
    nodes.start("n1", config);
    nodes.awaitReady("n1");
    nodes.awaitOutput("n1", "connected to n2");
    nodes.awaitOutput("n1", "connected to n3");
    assertServes("n1");
  }

  @Test
  void a_node_of_another_authority_stays_out_until_it_has_a_certificate() throws Exception {
    CertificateAuthority stranger = CertificateAuthority.create("tenure", YEAR);
    certify("n3", stranger);
    trust("n3", stranger);
    start();
    nodes.awaitOutput("n1", "not connected to n3");
    nodes.awaitOutput("n1", "the TLS handshake failed");
    assertThat(nodes.isReady("n1")).isFalse();

    trust("n3", authority, stranger);
    certify("n3", authority);

    nodes.awaitReady("n1", "n2", "n3");
    assertServes("n3");
  }

  @Test
  void a_node_that_shows_the_certificate_of_another_is_not_started() throws Exception {
    certificates.write("n3", authority.issue(Subject.node("tenure", "n2"), YEAR));

    nodes.start("n3", config, "--bootstrap");

    assertThat(nodes.exitCode("n3")).isEqualTo(ExitCode.USAGE);
    assertThat(nodes.output("n3")).contains("names tenure://tenure/n2, not tenure://tenure/n3");
  }

  private void start() throws IOException {
    for (String node : IDS) {
      nodes.start(node, config, "--bootstrap");
    }
  }

  private void certify(String node, CertificateAuthority by) throws IOException {
    certificates.write(node, by.issue(Subject.node("tenure", node), YEAR));
  }

  private void trust(String node, CertificateAuthority... authorities) throws IOException {
    StringBuilder bundle = new StringBuilder();
    for (CertificateAuthority each : authorities) {
      bundle.append(each.own().certificatePem());
    }
    Files.writeString(root.resolve("tls").resolve(node + "-ca.pem"), bundle);
  }

  /** A node may look between two files, and again when it finds both. */
  private void awaitTaken(int times) {
    for (String node : IDS) {
      TestNodes.await(() -> nodes.output(node).split(TAKEN, -1).length > times);
    }
  }

  private void assertServes(String node) throws IOException {
    String claim = "{\"resource\": \"r\", \"ttl\": 3600}";
    assertThat(nodes.post(node, "/v1/claims/", claim).statusCode()).isIn(201, 202);
  }

  private void assertPlainTextIsRefused(String node) throws IOException {
    String[] address = nodes.raftAddress(node).split(":");
    try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      nodes.awaitOutput(node, "it does not speak TLS");
    }
  }
}
