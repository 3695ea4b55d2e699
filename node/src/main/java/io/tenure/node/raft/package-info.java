/**
 * JRaft, kept in one place: nothing outside this package imports it.
 *
 * <p>A request comes in through {@link io.tenure.node.raft.RaftLeases}. On the leader the {@code
 * Proposer} stamps it with cluster time and puts it into the log; on any other node the {@code
 * Forwarder} sends it to the leader's. Every node then applies the log to its {@code Replica}
 * through the {@code LeaseStateMachine}, and the leader's results go back the way the requests
 * came.
 */
@NullMarked
package io.tenure.node.raft;

import org.jspecify.annotations.NullMarked;
