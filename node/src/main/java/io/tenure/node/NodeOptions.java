package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.NodeConfig;
import io.tenure.kernel.KnownLevels;
import io.tenure.link.Link;
import io.tenure.node.identity.Identity;
import java.nio.file.Path;

/**
 * What a node is started with.
 *
 * @param self this node's part of the configuration
 * @param identity which cluster it is, which is founded
 * @param link how it reaches the other nodes, and they it
 * @param data its directory, which is its alone while it runs
 * @param levels which levels it knows
 */
record NodeOptions(
    ClusterConfig cluster,
    NodeConfig self,
    Identity identity,
    Link.Options link,
    Path data,
    String version,
    KnownLevels levels) {}
