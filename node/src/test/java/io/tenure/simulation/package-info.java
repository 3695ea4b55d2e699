/**
 * Whole clusters in one thread and from one seed: kernels, logs, stores, clocks, clients, and what
 * goes wrong with each of them. Kernel, codec, the rules of a leader's time and of sending requests
 * again are the product's. Most clusters start at the newest level; others rise to it while things
 * go wrong. Nothing here waits, and nothing happens that the seed does not say.
 *
 * <p>{@link io.tenure.simulation.Simulation} takes one step after the other; a {@link
 * io.tenure.simulation.Checker} sees all of them and knows the promises. A run that breaks one
 * names its seed, and {@code -Dsim.seed=N} repeats it with a trace.
 */
@NullMarked
package io.tenure.simulation;

import org.jspecify.annotations.NullMarked;
