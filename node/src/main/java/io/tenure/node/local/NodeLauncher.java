package io.tenure.node.local;

import io.tenure.config.NodeConfig;
import java.util.List;

/** Knows how a node's process is started. */
@FunctionalInterface
public interface NodeLauncher {

  /** The command line of a node. */
  List<String> command(NodeConfig node, boolean bootstrap);
}
