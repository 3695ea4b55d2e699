/**
 * The connections between the nodes of a cluster: one for each pair of nodes and direction, opened
 * by whoever asks, and kept open. Raft's messages and Tenure's own travel over the same ones.
 *
 * <p>A connection begins with a greeting: who is this, of which cluster, and which versions of this
 * protocol does it speak. Until both sides have agreed, nothing else is read, and what is read is
 * bounded in size and time. After that, every message is a frame: its length, what it is, a number
 * that belongs to the request, and the bytes.
 *
 * <p>{@code Link} has all of it; {@code Peer} is the way to one other node, {@code LinkServer} the
 * port that others connect to. What the bytes mean is not known here.
 */
@NullMarked
package io.tenure.link;

import org.jspecify.annotations.NullMarked;
