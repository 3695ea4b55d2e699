package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.NodeConfig;
import java.nio.file.Path;

/**
 * What a node is started with.
 *
 * @param self this node's part of the configuration
 * @param data its directory, which is its alone while it runs
 * @param bootstrap whether it may start without any state in that directory
 */
record NodeOptions(
    ClusterConfig cluster, NodeConfig self, Path data, boolean bootstrap, String version) {}
