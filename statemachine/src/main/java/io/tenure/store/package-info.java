/**
 * The state on disk: events become one RocksDB write, a table is read back from it, and checkpoints
 * carry it to other nodes.
 *
 * <p>RocksDB runs without a log of its own. After a crash it falls back to the last flush, all
 * column families together, and the replicated log brings the rest again from the applied index on,
 * which is written with every batch. This is the only package that knows RocksDB.
 *
 * <pre>
 *   default    (empty)                  the applied index, the digest and the scalars of the table
 *   claims     id                       the claim, live or ended
 *   resources  resource, granted?, id   nothing; only of ended claims
 *   zones      id / 1024                which of these ids ended with which status, and when created
 *   ends       sequence / 32            the claims that ended, in the order of their ends
 *   answers    key                      the first answer to a keyed request
 *              index of a log entry     its answers to requests with delivery ids
 * </pre>
 */
@NullMarked
package io.tenure.store;

import org.jspecify.annotations.NullMarked;
