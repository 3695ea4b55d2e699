package io.tenure.config;

import java.util.List;
import java.util.Optional;

/**
 * Refuses ports for the other nodes that anybody could use: whoever reaches one without TLS can
 * read and change everything.
 */
final class PeerPorts {

  private final Values values;
  private final Problems problems;

  PeerPorts(Values values, Problems problems) {
    this.values = values;
    this.problems = problems;
  }

  void check(List<NodeConfig> nodes, PeerSecurity security) {
    if (security.files().isEmpty() && !security.insecure()) {
      openNode(nodes).ifPresent(this::refuse);
    }
  }

  private static Optional<NodeConfig> openNode(List<NodeConfig> nodes) {
    return nodes.stream().filter(node -> !Loopback.contains(node.raftBind())).findFirst();
  }

  private void refuse(NodeConfig node) {
    String key =
        values.isGiven(SettingTable.RAFT_BIND.key())
            ? SettingTable.RAFT_BIND.key()
            : Keys.ofNode(SettingTable.NODE_HOST, node.id());
    problems.add(
        values.origin(key),
        key
            + ": other machines can reach "
            + node.raftBind()
            + ", and nothing protects the Raft port; allowed: a loopback address, or"
            + " peer.tls.certificate, peer.tls.key and peer.tls.ca (`tenure certs` makes the"
            + " files), or peer.insecure = true to trust the network");
  }
}
