package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.Cluster;
import io.tenure.chaos.cluster.NodeProcess;

/** Takes back whatever can be wrong with one node, known or not. */
final class Healing {

  private Healing() {}

  static void heal(Cluster cluster, NodeProcess node) {
    if (cluster.lacks(Capability.SHIMS).isEmpty()) {
      node.clock().heal();
      node.writes().heal();
    }
    if (cluster.lacks(Capability.DISK).isEmpty()) {
      node.disk().thaw();
      node.disk().empty();
    }
    if (node.isRunning()) {
      node.resume();
      if (cluster.lacks(Capability.MEMORY).isEmpty()) {
        node.memory().heal();
      }
    }
    if (cluster.lacks(Capability.TLS).isEmpty()) {
      cluster.certificates().giveLasting(node);
    }
  }
}
