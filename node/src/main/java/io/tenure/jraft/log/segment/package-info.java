/**
 * A log of records in files, which knows nothing of Raft: numbered records are appended in batches,
 * cut off at either end, and found again after a crash.
 *
 * <p>The files are never changed, only appended to. Each {@code Segment} begins with the number of
 * its first record; a younger segment takes the place of all records of older ones from that number
 * on. So cutting off the end, and cutting off what a crash left half written, is to begin a new
 * segment: there is no moment at which a crash could leave the log neither old nor new. {@code
 * Recovery} has the rules by which a batch that was being written is told from damage.
 */
@NullMarked
package io.tenure.jraft.log.segment;

import org.jspecify.annotations.NullMarked;
