/**
 * The load generator: one thread, one selector, closed-loop clients that each have one operation in
 * flight. All three systems are driven by the same loop with hand-written wire code, so that no
 * client library decides a comparison, and the generator takes as little as possible of the cores
 * that it shares with the servers.
 */
@NullMarked
package io.tenure.bench.load;

import org.jspecify.annotations.NullMarked;
