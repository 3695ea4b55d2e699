/**
 * The passive core of replication: what a member decides about requests, reads, waits, time and
 * leadership, without a thread, a clock or a library. What happens goes into a {@link
 * io.tenure.replication.Member} with the time, and what is to be done comes out as {@link
 * io.tenure.replication.Effects} and {@link io.tenure.replication.GroupEffects}. {@code
 * io.tenure.jraft} drives it with JRaft, and the simulation drives it from a seed.
 *
 * <p>Nothing here is thread-safe unless it says so: the driver lets one thread in at a time.
 */
@NullMarked
package io.tenure.replication;

import org.jspecify.annotations.NullMarked;
