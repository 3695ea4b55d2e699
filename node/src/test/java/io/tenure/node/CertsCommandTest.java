package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigFile;
import io.tenure.config.NodeConfig;
import io.tenure.link.LinkTls;
import io.tenure.link.TlsFiles;
import io.tenure.pem.PemCertificates;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificates of a cluster, from a command. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CertsCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path root;
  private Path config;
  private Path tls;

  @BeforeEach
  void write_a_configuration_that_is_not_complete() throws IOException {
    config = root.resolve("tenure.conf");
    tls = root.resolve("tls");
    Files.writeString(config, "cluster.name = prod\n" + node("n1") + node("n2") + node("n3"));
  }

  private static String node(String id) {
    return """
    node.%1$s.host = %1$s.example.net
    node.%1$s.raft-port = 7081
    node.%1$s.http-port = 8081
    """
        .formatted(id);
  }

  @Test
  void every_node_of_the_file_gets_what_it_needs() throws Exception {
    assertThat(certs()).isZero();

    assertThat(contents().keySet())
        .containsExactlyInAnyOrder(
            "ca.pem",
            "ca-key.pem",
            "n1.pem",
            "n1-key.pem",
            "n2.pem",
            "n2-key.pem",
            "n3.pem",
            "n3-key.pem");
    for (String key : List.of("ca-key.pem", "n1-key.pem", "n2-key.pem", "n3-key.pem")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tls.resolve(key))))
          .isEqualTo("rw-------");
    }
    assertThat(load("n1").notAfter())
        .isBetween(Instant.now().plus(Duration.ofDays(364)), Instant.now().plus(days(365)));
    assertThat(load("n3")).isNotNull();
    assertThat(out.toString()).contains("tenure://prod/n2, valid until ");
  }

  @Test
  void what_it_tells_to_put_into_the_file_makes_the_file_complete() throws Exception {
    certs();
    List<String> lines = out.toString().lines().filter(line -> line.startsWith("peer.")).toList();
    Files.writeString(config, Files.readString(config) + String.join("\n", lines));

    ClusterConfig cluster = ConfigFile.read(config, Map.of());

    assertThat(lines)
        .containsExactly(
            "peer.tls.certificate = tls/{node}.pem",
            "peer.tls.key = tls/{node}-key.pem",
            "peer.tls.ca = tls/ca.pem");
    for (NodeConfig node : cluster.nodes()) {
      assertThat(PeerTls.load(cluster, node)).isPresent();
    }
  }

  @Test
  void a_complete_file_is_told_nothing_to_put_into_it() throws Exception {
    certs();
    out.getBuffer().setLength(0);
    Files.writeString(
        config,
        Files.readString(config) + "peer.tls.certificate = a\npeer.tls.key = b\npeer.tls.ca = c\n");

    assertThat(certs("--force")).isZero();
    assertThat(out.toString()).doesNotContain("peer.tls");
  }

  @Test
  void the_id_of_a_cluster_is_part_of_its_name() throws Exception {
    Files.writeString(config, Files.readString(config) + "cluster.id = 5d1f\n");

    assertThat(certs()).isZero();
    assertThat(out.toString()).contains("tenure://prod.5d1f/n1, ");
  }

  @Test
  void nothing_that_is_there_is_replaced() throws Exception {
    certs();
    Map<String, String> before = contents();

    assertThat(certs()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "tenure: " + tls.resolve("n1-key.pem") + " is there already: --force replaces it");
    assertThat(certs("--ca", tls.toString())).isEqualTo(ExitCode.USAGE);
    Files.delete(tls.resolve("n1-key.pem"));
    Files.delete(tls.resolve("n1.pem"));
    assertThat(certs("--node", "n1")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains(
            tls.resolve("ca-key.pem")
                + " is there already: --ca "
                + tls
                + " signs with it, --force replaces it");

    before.keySet().removeAll(List.of("n1.pem", "n1-key.pem"));
    assertThat(contents()).isEqualTo(before);
  }

  @Test
  void with_force_all_is_new() throws Exception {
    certs();
    Map<String, String> before = contents();

    assertThat(certs("--force")).isZero();
    assertThat(contents().values()).doesNotContainAnyElementsOf(before.values());
    assertThat(load("n2")).isNotNull();
  }

  @Test
  void a_known_authority_signs_anew_and_stays() throws Exception {
    certs();
    Map<String, String> before = contents();

    assertThat(certs("--ca", tls.toString(), "--node", "n2,n3", "--force", "--days", "7")).isZero();

    Map<String, String> after = contents();
    assertThat(changed(before, after))
        .containsExactlyInAnyOrder("n2.pem", "n2-key.pem", "n3.pem", "n3-key.pem");
    assertThat(load("n2").notAfter()).isBefore(Instant.now().plus(days(8)));
  }

  @Test
  void a_known_authority_keeps_its_key_to_itself() throws Exception {
    certs();
    Path elsewhere = root.resolve("elsewhere");

    assertThat(certs(elsewhere, "--ca", tls.toString(), "--node", "n3")).isZero();

    assertThat(elsewhere).isDirectoryNotContaining("glob:**/ca-key.pem");
    assertThat(elsewhere.resolve("ca.pem")).hasSameTextualContentAs(tls.resolve("ca.pem"));
    assertThat(
            LinkTls.load(
                new TlsFiles(
                    elsewhere.resolve("n3.pem"),
                    elsewhere.resolve("n3-key.pem"),
                    tls.resolve("ca.pem")),
                "prod",
                "n3"))
        .isNotNull();
  }

  @Test
  void other_authorities_in_a_bundle_stay_there() throws Exception {
    certs();
    Path fresh = root.resolve("fresh");
    certs(fresh);
    String bundle =
        Files.readString(tls.resolve("ca.pem")) + Files.readString(fresh.resolve("ca.pem"));
    Files.writeString(fresh.resolve("ca.pem"), bundle);

    assertThat(certs(fresh, "--ca", fresh.toString(), "--force")).isZero();

    assertThat(fresh.resolve("ca.pem")).hasContent(bundle);
    X509Certificate issued = PemCertificates.read(fresh.resolve("n1.pem")).get(0);
    issued.verify(PemCertificates.read(fresh.resolve("ca.pem")).get(1).getPublicKey());
  }

  @Test
  void another_authority_than_the_one_that_is_there_is_not_slipped_in() throws Exception {
    certs();
    Path other = root.resolve("other");
    certs(other);

    assertThat(certs("--ca", other.toString(), "--node", "n1")).isEqualTo(ExitCode.USAGE);
    Files.delete(tls.resolve("n1-key.pem"));
    assertThat(certs("--ca", other.toString(), "--node", "n1")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains(
            tls.resolve("ca.pem")
                + " is there already: it does not have the authority in "
                + other);
  }

  @Test
  void no_certificate_outlives_its_authority() throws Exception {
    assertThat(certs("--days", "100000")).isZero();

    assertThat(load("n1").notAfter())
        .isEqualTo(PemCertificates.read(tls.resolve("ca.pem")).get(0).getNotAfter().toInstant());
  }

  @Test
  void what_cannot_be_done_is_one_clear_line() throws Exception {
    assertThat(certs("--node", "n9")).isEqualTo(ExitCode.USAGE);
    assertThat(certs("--days", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(certs("--ca", root.resolve("none").toString())).isEqualTo(ExitCode.USAGE);
    Files.writeString(config, Files.readString(config) + node("n1-key"));
    assertThat(certs()).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString().lines())
        .containsExactly(
            "tenure: --node: there is no node n9 in " + config,
            "tenure: --days: 0 is not possible; allowed: 1 and more",
            "tenure: there is no file " + root.resolve("none/ca.pem"),
            "tenure: "
                + tls.resolve("n1-key.pem")
                + " would be two files: make those of n1-key elsewhere");
    assertThat(tls).doesNotExist();
  }

  private static Duration days(int days) {
    return Duration.ofDays(days);
  }

  private int certs(String... options) {
    return certs(tls, options);
  }

  private int certs(Path directory, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of("certs", "--config", config.toString(), "--out", directory.toString()));
    arguments.addAll(List.of(options));
    return Main.run(
        Map.of(),
        new PrintWriter(out, true),
        new PrintWriter(err, true),
        arguments.toArray(String[]::new));
  }

  private LinkTls load(String node) throws IOException {
    return LinkTls.load(
        new TlsFiles(
            tls.resolve(node + ".pem"), tls.resolve(node + "-key.pem"), tls.resolve("ca.pem")),
        "prod",
        node);
  }

  private Map<String, String> contents() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(tls)) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return contents;
  }

  private static List<String> changed(Map<String, String> before, Map<String, String> after) {
    return after.entrySet().stream()
        .filter(file -> !file.getValue().equals(before.get(file.getKey())))
        .map(Map.Entry::getKey)
        .collect(Collectors.toList());
  }
}
