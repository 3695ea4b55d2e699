package io.tenure.codec;

import io.tenure.kernel.LeaseTable;

/**
 * How far a store has come, and the scalars of the table at that place.
 *
 * @param index of the last log entry that was applied
 * @param digest of the table after it
 * @param answers how many answers were ever kept, which numbers them by age
 */
public record AppliedHead(long index, long digest, long answers, LeaseTable.TableHead table) {}
