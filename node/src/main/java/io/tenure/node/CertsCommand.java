package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigException;
import io.tenure.config.ConfigFile;
import io.tenure.config.NodeConfig;
import io.tenure.node.certs.CertificateAuthority;
import io.tenure.node.certs.CertificateDirectory;
import io.tenure.node.certs.Subject;
import io.tenure.node.certs.Validity;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes the certificates by which the nodes of a cluster know each other. */
@Command(
    name = "certs",
    description = {
      "Makes a small authority, and keys and certificates for the nodes of a configuration.",
      "For a first try, and for clusters that have no other authority."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  tenure certs --config tenure.conf --out tls",
      "                      ca.pem, ca-key.pem, n1.pem, n1-key.pem and so on",
      "  tenure certs --config tenure.conf --out tls --ca tls --force",
      "                      new certificates of all nodes, by the same authority",
      "  tenure certs --config tenure.conf --out tls --ca tls --node n4",
      "                      for a node that is new",
      "",
      "A node needs ca.pem and the two files of its own. Whoever has ca-key.pem can make nodes of",
      "the cluster: keep it elsewhere."
    })
final class CertsCommand implements Callable<Integer> {
  private static final Duration AUTHORITY_LENGTH = Duration.ofDays(3650);

  private final Map<String, String> environment;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "Configuration of the cluster.")
  private Path config = Path.of("");

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Where the files are written.")
  private Path out = Path.of("");

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "How long the nodes' certificates are valid; 365 by default.")
  private int days;

  @Option(
      names = "--node",
      paramLabel = "ID",
      split = ",",
      description = "For these nodes only, instead of all.")
  private List<String> ids = new ArrayList<>();

  @Option(
      names = "--ca",
      paramLabel = "DIR",
      description = "Signs with the authority in this directory (ca.pem, ca-key.pem).")
  private @Nullable Path ca;

  @Option(names = "--force", description = "Replaces keys and certificates that are there already.")
  private boolean force;

  CertsCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws ConfigException {
    if (days < 1) {
      throw refused("--days: " + days + " is not possible; allowed: 1 and more");
    }
    ClusterConfig cluster = read();
    List<NodeConfig> nodes = wanted(cluster);
    CertificateDirectory directory = new CertificateDirectory(out);
    refuseSharedNames(directory, nodes);
    nodes.forEach(node -> requireAbsent(directory.key(node.id()), "--force replaces it"));
    try {
      CertificateAuthority authority = authority(cluster, directory);
      Validity validity =
          Validity.from(Instant.now(), Duration.ofDays(days)).within(authority.validity());
      for (NodeConfig node : nodes) {
        Subject subject = Subject.node(cluster.nameInCertificates(), node.id());
        directory.write(node.id(), authority.issue(subject, validity));
        out().println(directory.certificate(node.id()) + ", " + directory.key(node.id()));
        out().println("  " + subject.uris().get(0) + ", valid until " + validity.notAfter());
      }
    } catch (IOException failure) {
      throw refused(String.valueOf(failure.getMessage()));
    }
    sayWhatIsNext(cluster);
    return ExitCode.OK;
  }

  /** The file may not be complete yet: what it lacks is what this command makes. */
  private ClusterConfig read() throws ConfigException {
    Map<String, String> lenient = new HashMap<>(environment);
    lenient.put("TENURE_PEER_INSECURE", "true");
    return ConfigFile.read(config, lenient);
  }

  private List<NodeConfig> wanted(ClusterConfig cluster) {
    for (String id : ids) {
      if (cluster.node(id).isEmpty()) {
        throw refused("--node: there is no node " + id + " in " + config);
      }
    }
    return cluster.nodes().stream()
        .filter(node -> ids.isEmpty() || ids.contains(node.id()))
        .toList();
  }

  /** A node may be called {@code ca}, or one {@code n1} and another {@code n1-key}. */
  private static void refuseSharedNames(CertificateDirectory directory, List<NodeConfig> nodes) {
    Set<Path> names = new HashSet<>(List.of(directory.ca(), directory.caKey()));
    for (NodeConfig node : nodes) {
      for (Path file : List.of(directory.certificate(node.id()), directory.key(node.id()))) {
        if (!names.add(file)) {
          throw refused(file + " would be two files: make those of " + node.id() + " elsewhere");
        }
      }
    }
  }

  private CertificateAuthority authority(ClusterConfig cluster, CertificateDirectory directory)
      throws IOException {
    return ca == null ? newAuthority(cluster, directory) : knownAuthority(ca, directory);
  }

  private CertificateAuthority newAuthority(ClusterConfig cluster, CertificateDirectory directory)
      throws IOException {
    String remedy = "--ca " + out + " signs with it, --force replaces it";
    requireAbsent(directory.caKey(), remedy);
    requireAbsent(directory.ca(), remedy);
    CertificateAuthority made =
        CertificateAuthority.create(cluster.name(), Validity.from(Instant.now(), AUTHORITY_LENGTH));
    directory.write(made);
    out().println(directory.ca() + ", " + directory.caKey());
    out().println("  a new authority, valid until " + made.validity().notAfter());
    return made;
  }

  private CertificateAuthority knownAuthority(Path place, CertificateDirectory directory)
      throws IOException {
    CertificateAuthority known = new CertificateDirectory(place).authority();
    if (known.validity().notAfter().isBefore(Instant.now())) {
      throw refused("the authority in " + place + " expired at " + known.validity().notAfter());
    }
    if (!directory.trusts(known)) {
      requireAbsent(directory.ca(), "it does not have the authority in " + place);
      directory.trust(known);
      out().println(directory.ca());
    }
    return known;
  }

  private void requireAbsent(Path file, String remedy) {
    if (Files.exists(file) && !force) {
      throw refused(file + " is there already: " + remedy);
    }
  }

  private void sayWhatIsNext(ClusterConfig cluster) {
    if (cluster.peers().files().isEmpty()) {
      CertificateDirectory named = new CertificateDirectory(fromConfig());
      out().println();
      out().println("Put this into " + config + ":");
      out().println("peer.tls.certificate = " + named.certificate("{node}"));
      out().println("peer.tls.key = " + named.key("{node}"));
      out().println("peer.tls.ca = " + named.ca());
    }
    out().println();
    out().println("Give each machine ca.pem and the two files of its node, and nobody ca-key.pem.");
  }

  /** As a configuration names the directory: relative to its own, if it is below. */
  private Path fromConfig() {
    Path directory = out.toAbsolutePath().normalize();
    Path parent = config.toAbsolutePath().normalize().getParent();
    return parent != null && directory.startsWith(parent)
        ? parent.relativize(directory)
        : directory;
  }

  private static StartupException refused(String why) {
    return new StartupException(ExitCode.USAGE, why);
  }

  private PrintWriter out() {
    if (spec == null) {
      throw new IllegalStateException("used without a command line");
    }
    return spec.commandLine().getOut();
  }
}
