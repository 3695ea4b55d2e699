/**
 * The life of a claim on the client's side: a state machine as one table, the engine that runs it
 * for many claims on one thread, and the ports that it needs: transport, timers, clock.
 */
@NullMarked
package io.tenure.client.machine;

import org.jspecify.annotations.NullMarked;
