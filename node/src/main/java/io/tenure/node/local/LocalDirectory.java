package io.tenure.node.local;

import io.tenure.config.NodeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Where a local cluster keeps its configuration, and for each node its data and its log.
 *
 * <p>A mark is made once the cluster has been ready for the first time. Before, nothing can have
 * been acknowledged, so nodes with empty directories may be bootstrapped; after it, never again.
 */
public final class LocalDirectory {
  /** The Raft ports are as far below the HTTP ports as the gRPC ports are above them. */
  public static final int APART = 1000;

  private static final String BOOTSTRAPPED = "bootstrapped";
  private static final String CERTIFICATES = "tls";

  private final Path path;

  public LocalDirectory(Path path) {
    this.path = path.toAbsolutePath().normalize();
  }

  public Path path() {
    return path;
  }

  /** The configuration that all nodes read. */
  public Path config() {
    return path.resolve("cluster.conf");
  }

  /** What the nodes show to each other, if they do. */
  public Path certificates() {
    return path.resolve(CERTIFICATES);
  }

  public Path data(NodeConfig node) {
    return path.resolve(node.id());
  }

  public Path log(NodeConfig node) {
    return path.resolve(node.id() + ".log");
  }

  /** Writes a configuration of so many nodes on the loopback address. */
  public void writeConfig(int nodes, int httpPort, boolean tls) throws IOException {
    StringBuilder text = new StringBuilder("# Made by `tenure local`.\n\ncluster.name = local\n");
    for (int i = 0; i < nodes; i++) {
      String node = "node.n" + (i + 1);
      text.append("\n").append(node).append(".host = 127.0.0.1\n");
      text.append(node).append(".raft-port = ").append(httpPort - APART + i).append('\n');
      text.append(node).append(".http-port = ").append(httpPort + i).append('\n');
      text.append(node).append(".grpc-port = ").append(httpPort + APART + i).append('\n');
    }
    if (tls) {
      text.append("\npeer.tls.certificate = " + CERTIFICATES + "/{node}.pem\n");
      text.append("peer.tls.key = " + CERTIFICATES + "/{node}-key.pem\n");
      text.append("peer.tls.ca = " + CERTIFICATES + "/ca.pem\n");
    }
    Files.createDirectories(path);
    Files.writeString(config(), text);
  }

  /** Undoes {@link #writeConfig}; the directory goes too if there is nothing else in it. */
  public void deleteConfig() throws IOException {
    Files.deleteIfExists(config());
    try (Stream<Path> rest = Files.list(path)) {
      if (rest.findAny().isPresent()) {
        return;
      }
    }
    Files.delete(path);
  }

  /** Whether the cluster was ever ready. */
  public boolean isBootstrapped() {
    return Files.exists(path.resolve(BOOTSTRAPPED));
  }

  void markBootstrapped() throws IOException {
    if (!isBootstrapped()) {
      Files.writeString(path.resolve(BOOTSTRAPPED), "This cluster has been ready once.\n");
    }
  }
}
