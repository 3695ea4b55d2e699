/**
 * A real cluster to be tested: every node is a process of its own, started from a distribution as a
 * user would, on loopback. Whatever is done to it is done from outside, by signals.
 */
@NullMarked
package io.tenure.chaos.cluster;

import org.jspecify.annotations.NullMarked;
