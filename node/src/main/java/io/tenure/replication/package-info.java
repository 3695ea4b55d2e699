/**
 * The passive core of replication: what a member decides, about time above all, without a thread, a
 * clock or a library. The time is an argument of every question, and what to do is the answer.
 * {@code io.tenure.node.raft} drives these classes with JRaft, and the simulation drives the same
 * ones from a seed.
 *
 * <p>None of them is thread-safe: their driver lets one thread in at a time.
 */
@NullMarked
package io.tenure.replication;

import org.jspecify.annotations.NullMarked;
