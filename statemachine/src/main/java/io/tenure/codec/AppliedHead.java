package io.tenure.codec;

import io.tenure.kernel.LeaseTable;

/**
 * How far a store has come, and the scalars of the table at that place.
 *
 * @param index of the last log entry that was applied
 * @param term of that entry; zero if it is not known, as in stores of {@code Level.FIRST}
 * @param digest of the table after it
 * @param answers how many answers were ever kept, which numbers them by age
 */
public record AppliedHead(
    long index, long term, long digest, long answers, LeaseTable.TableHead table) {}
