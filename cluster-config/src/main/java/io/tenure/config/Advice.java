package io.tenure.config;

import java.util.ArrayList;
import java.util.List;

/** Warns of configurations that work, but not as one would wish. */
final class Advice {

  private Advice() {}

  static List<String> on(ClusterConfig config) {
    List<String> warnings = new ArrayList<>();
    int nodes = config.nodes().size();
    if (nodes % 2 == 0) {
      warnings.add(
          nodes
              + " nodes survive the loss of no more than "
              + (nodes - 1)
              + " would: take 1, 3 or 5 nodes");
    }
    if (nodes > 7) {
      warnings.add(nodes + " nodes make every write slower: take 1, 3 or 5 nodes");
    }
    if (config.timing().electionJitter().compareTo(config.timing().electionTimeout()) > 0) {
      warnings.add("election.jitter is longer than election.timeout: elections will be slow");
    }
    warnings.addAll(onPlainText(config));
    return warnings;
  }

  private static List<String> onPlainText(ClusterConfig config) {
    List<String> warnings = new ArrayList<>();
    if (config.httpTls().isEmpty() && config.nodes().stream().anyMatch(Advice::isOpen)) {
      warnings.add("clients are served in plain text on an address other than loopback");
    }
    if (config.auth().by().isEmpty() && config.nodes().stream().anyMatch(Advice::isOpen)) {
      warnings.add(
          "whoever reaches the nodes may change everything: set auth.by, or keep the ports"
              + " private");
    }
    if (config.locket().tls().isEmpty()
        && config.nodes().stream().anyMatch(node -> node.grpcPort().isPresent() && isOpen(node))) {
      warnings.add(
          "Locket clients are served in plain text on an address other than loopback: set"
              + " locket.tls");
    }
    if (config.peers().insecure()) {
      warnings.add(
          config.peers().files().isPresent()
              ? "peer.insecure has no effect beside peer.tls: take it out"
              : "peer.insecure: whoever reaches the Raft port can read and change everything; use"
                  + " peer.tls unless nobody else can reach it");
    }
    return warnings;
  }

  private static boolean isOpen(NodeConfig node) {
    return !Loopback.contains(node.httpBind());
  }
}
