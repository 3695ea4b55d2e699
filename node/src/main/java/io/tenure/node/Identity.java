package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.NodeConfig;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * To whom a data directory belongs.
 *
 * @param cluster the Raft group of the cluster
 * @param node the node's id
 * @param raftAddress under which the other members know the node
 * @param incarnation 0 for a founding member; a node that replaces a lost one has the next number
 */
record Identity(String cluster, String node, String raftAddress, int incarnation) {
  private static final String FORMAT = "1";

  static Identity founding(ClusterConfig cluster, NodeConfig node) {
    return new Identity(cluster.groupId(), node.id(), node.raftAddress(), 0);
  }

  String print() {
    return """
    # To whom this directory belongs. Written once; never edit it, nor copy it to another node.
    format = %s
    cluster = %s
    node = %s
    raft-address = %s
    incarnation = %d
    """
        .formatted(FORMAT, cluster, node, raftAddress, incarnation);
  }

  /** Reads what {@link #print} wrote; nothing if it is anything else. */
  static Optional<Identity> parse(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line : text.split("\n", -1)) {
      int equals = line.indexOf(" = ");
      if (!line.startsWith("#") && equals > 0) {
        fields.put(line.substring(0, equals), line.substring(equals + 3));
      }
    }
    String incarnation = fields.getOrDefault("incarnation", "");
    if (!fields.getOrDefault("format", "").equals(FORMAT) || !incarnation.matches("[0-9]{1,9}")) {
      return Optional.empty();
    }
    Identity read =
        new Identity(
            fields.getOrDefault("cluster", ""),
            fields.getOrDefault("node", ""),
            fields.getOrDefault("raft-address", ""),
            Integer.parseInt(incarnation));
    return read.print().equals(text) ? Optional.of(read) : Optional.empty();
  }

  /** Why a directory of this identity is not for a node as it is configured now, if it is not. */
  Optional<String> objectionTo(Identity configured) {
    if (!cluster.equals(configured.cluster)) {
      return Optional.of("belongs to cluster " + cluster + ", not to " + configured.cluster);
    }
    if (!node.equals(configured.node)) {
      return Optional.of("belongs to node " + node + ", not to " + configured.node);
    }
    if (!raftAddress.equals(configured.raftAddress)) {
      return Optional.of(
          "belongs to "
              + node
              + " at "
              + raftAddress
              + ", which is now configured at "
              + configured.raftAddress
              + "; the other members know it by its address, so host and raft-port must stay");
    }
    return Optional.empty();
  }
}
