/**
 * This node's part in the Raft group, over JRaft, which nobody else knows.
 *
 * <p>What there is to decide is decided by {@code io.tenure.replication}, which has neither threads
 * nor clocks; this package drives it ({@code Turns}) and does what it wants done ({@code
 * RaftEffects}). A request comes in through {@code RaftLeases}. Every node applies the log to its
 * {@code Replica} through the {@code LeaseStateMachine}, and the results go back through {@code
 * Results} to whoever asked.
 */
@NullMarked
package io.tenure.jraft;

import org.jspecify.annotations.NullMarked;
