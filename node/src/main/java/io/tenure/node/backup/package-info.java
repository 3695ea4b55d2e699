/**
 * Backups: one file with a checkpoint of the state, what it is of, and a checksum over all of it.
 * Knows files and the store's list of them, neither Raft nor the network.
 */
@NullMarked
package io.tenure.node.backup;

import org.jspecify.annotations.NullMarked;
