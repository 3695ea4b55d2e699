/**
 * Whole clusters in one thread and from one seed. Each node runs the product's own {@link
 * io.tenure.replication.Member} and {@link io.tenure.replication.ReplicatedState}, over a simulated
 * Raft log, network, disk and clock, and over what goes wrong with each of them. Most clusters
 * start at the newest level; others rise to it while things go wrong. Nothing here waits, and
 * nothing happens that the seed does not say.
 *
 * <p>{@link io.tenure.simulation.Simulation} takes one step after the other; between steps things
 * happen that are on the {@link io.tenure.simulation.Agenda}. {@link
 * io.tenure.simulation.SimProcess} drives a member as the threads of a node do. A {@link
 * io.tenure.simulation.Checker} sees everything and knows the promises. A run that breaks one names
 * its seed, and {@code -Dsim.seed=N} repeats it with a trace.
 */
@NullMarked
package io.tenure.simulation;

import org.jspecify.annotations.NullMarked;
