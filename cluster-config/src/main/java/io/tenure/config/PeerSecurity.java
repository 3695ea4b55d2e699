package io.tenure.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How the nodes of a cluster know each other.
 *
 * @param files what they show to each other; in the paths, {@code {node}} stands for a node's id
 * @param insecure whether the network is trusted instead
 */
public record PeerSecurity(Optional<Files> files, boolean insecure) {

  /** Stands for a node's id in a path. */
  static final String NODE = "{node}";

  /**
   * What a node shows and trusts, all in PEM.
   *
   * @param certificate the node's certificate and its chain
   * @param key its private key
   * @param ca who must have signed the certificates of the others
   */
  public record Files(Path certificate, Path key, Path ca) {

    Files of(String node) {
      return new Files(of(certificate, node), of(key, node), of(ca, node));
    }

    private static Path of(Path path, String node) {
      return Path.of(path.toString().replace(NODE, node));
    }
  }
}
