package io.tenure.jraft.log.segment;

import java.nio.ByteBuffer;

/**
 * A record as it was found in the log, its checksum verified.
 *
 * @param payload what was written; of an array that belongs to nobody else, unless said otherwise
 */
public record StoredRecord(long index, long term, ByteBuffer payload) {}
