/**
 * The Raft log on disk, as JRaft wants it: {@code SegmentLogStorage} keeps JRaft's entries in the
 * files of {@code io.tenure.jraft.log.segment}, and the newest of them in memory. {@code
 * LogUpgrade} takes over the log of an older version, which was in RocksDB.
 */
@NullMarked
package io.tenure.jraft.log;

import org.jspecify.annotations.NullMarked;
