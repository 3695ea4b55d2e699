package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigException;
import io.tenure.config.ConfigFile;
import io.tenure.config.NodeConfig;
import io.tenure.node.certs.CertificateAuthority;
import io.tenure.node.certs.CertificateDirectory;
import io.tenure.node.certs.Subject;
import io.tenure.node.certs.Validity;
import io.tenure.node.local.LocalDirectory;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What must be settled before the first process of a local cluster is started.
 *
 * @param toBootstrap the ids of the nodes that start with an empty directory
 */
record LocalSetup(LocalDirectory directory, ClusterConfig config, Set<String> toBootstrap) {
  private static final int MAX_NODES = 9;
  private static final int DEFAULT_NODES = 3;
  private static final int DEFAULT_PORT = 8081;
  private static final int MIN_PORT = 2024;
  private static final Duration CERTIFICATE_LENGTH = Duration.ofDays(3650);
  private static final int MAX_PORT = 65_535 - MAX_NODES - LocalDirectory.APART;

  /** What the user asked for; what was left open is as it was before, or the default. */
  record Wish(Optional<Integer> nodes, Optional<Integer> basePort, boolean tls) {}

  /**
   * Finds the cluster in a directory or makes a new one there, and makes sure that it can start.
   */
  static LocalSetup prepare(LocalDirectory directory, Wish wish, Map<String, String> environment)
      throws ConfigException {
    check(wish);
    boolean isNew = !directory.config().toFile().exists();
    try {
      return prepare(directory, wish, isNew, environment);
    } catch (StartupException refused) {
      if (isNew) {
        forget(directory); // so that another attempt, with other ports, is as good as the first
      }
      throw refused;
    } catch (IOException failure) {
      throw new StartupException(
          ExitCode.IDENTITY, "cannot use " + directory.path() + ": " + failure);
    }
  }

  private static LocalSetup prepare(
      LocalDirectory directory, Wish wish, boolean isNew, Map<String, String> environment)
      throws ConfigException, IOException {
    if (isNew) {
      int port = wish.basePort().orElse(DEFAULT_PORT);
      directory.writeConfig(wish.nodes().orElse(DEFAULT_NODES), port, wish.tls());
    }
    ClusterConfig config = ConfigFile.read(directory.config(), environment);
    if (!isNew) {
      requireSame(directory, config, wish);
    }
    if (config.httpTls().isPresent()) {
      throw new StartupException(ExitCode.USAGE, "a local cluster has no TLS: unset http.tls.*");
    }
    Set<String> toBootstrap = toBootstrap(directory, config);
    Ports.requireFree(ports(config));
    if (isNew && wish.tls()) {
      makeCertificates(directory, config);
    }
    return new LocalSetup(directory, config, toBootstrap);
  }

  private static void forget(LocalDirectory directory) {
    try {
      directory.deleteConfig();
    } catch (IOException failure) {
      throw new StartupException(
          ExitCode.IDENTITY, "cannot delete " + directory.config() + ": " + failure);
    }
  }

  private static void check(Wish wish) {
    int nodes = wish.nodes().orElse(DEFAULT_NODES);
    if (nodes < 1 || nodes > MAX_NODES || nodes % 2 == 0) {
      throw new StartupException(
          ExitCode.USAGE, "--nodes: " + nodes + " is not possible; allowed: 1, 3, 5, 7, 9");
    }
    int port = wish.basePort().orElse(DEFAULT_PORT);
    if (port < MIN_PORT || port > MAX_PORT) {
      throw new StartupException(
          ExitCode.USAGE,
          "--base-port: " + port + " is not possible; allowed: " + MIN_PORT + " to " + MAX_PORT);
    }
  }

  private static void requireSame(LocalDirectory directory, ClusterConfig config, Wish wish) {
    int nodes = config.nodes().size();
    if (wish.nodes().isPresent() && wish.nodes().get() != nodes) {
      throw new StartupException(
          ExitCode.IDENTITY,
          directory.path()
              + " has a cluster of "
              + nodes
              + (nodes == 1 ? " node" : " nodes")
              + ", not of "
              + wish.nodes().get()
              + ": leave --nodes out, or choose another directory with --data");
    }
    if (wish.tls() && config.peers().files().isEmpty()) {
      throw new StartupException(
          ExitCode.IDENTITY,
          directory.path()
              + " has a cluster without TLS between its nodes: leave --tls out, or choose another"
              + " directory with --data");
    }
    int port = config.nodes().get(0).httpPort();
    if (wish.basePort().isPresent() && wish.basePort().get() != port) {
      throw new StartupException(
          ExitCode.IDENTITY,
          directory.path()
              + " has a cluster at port "
              + port
              + ", not at "
              + wish.basePort().get()
              + ": leave --base-port out, or choose another directory with --data");
    }
  }

  private static void makeCertificates(LocalDirectory directory, ClusterConfig config)
      throws IOException {
    CertificateDirectory certificates = new CertificateDirectory(directory.certificates());
    Validity validity = Validity.from(Instant.now(), CERTIFICATE_LENGTH);
    CertificateAuthority authority = CertificateAuthority.create(config.name(), validity);
    certificates.write(authority);
    for (NodeConfig node : config.nodes()) {
      Subject subject = Subject.node(config.nameInCertificates(), node.id());
      certificates.write(node.id(), authority.issue(subject, validity));
    }
  }

  private static Set<String> toBootstrap(LocalDirectory directory, ClusterConfig config)
      throws IOException {
    Set<String> empty = new TreeSet<>();
    for (NodeConfig node : config.nodes()) {
      if (DataDirectory.isEmpty(directory.data(node))) {
        empty.add(node.id());
      }
    }
    if (!empty.isEmpty() && directory.isBootstrapped()) {
      throw new StartupException(
          ExitCode.IDENTITY,
          directory.path()
              + ": the data of "
              + String.join(", ", empty)
              + " is gone. A node that has forgotten its votes must not come back under its old"
              + " name, or acknowledged writes could be lost. To begin anew without any data,"
              + " delete the whole directory");
    }
    return empty;
  }

  private static List<Ports.Wanted> ports(ClusterConfig config) {
    List<Ports.Wanted> ports = new ArrayList<>();
    for (NodeConfig node : config.nodes()) {
      ports.add(new Ports.Wanted(node.id() + " HTTP", node.httpBind(), node.httpPort()));
      ports.add(new Ports.Wanted(node.id() + " Raft", node.raftBind(), node.raftPort()));
      node.grpcPort()
          .ifPresent(
              port -> ports.add(new Ports.Wanted(node.id() + " gRPC", node.httpBind(), port)));
    }
    return ports;
  }
}
