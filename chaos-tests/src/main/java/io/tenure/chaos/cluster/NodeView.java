package io.tenure.chaos.cluster;

import java.util.Optional;

/**
 * What a node says of itself.
 *
 * @param leader the leader's id, if it knows one
 * @param stateHash of its state at the applied index
 */
public record NodeView(
    String node, Optional<String> leader, long term, long appliedIndex, String stateHash) {}
