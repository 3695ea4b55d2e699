package io.tenure.kernel;

import java.util.List;

/**
 * What one place in the log holds: requests in the order in which the leader took them, all stamped
 * with one moment.
 */
public record LogEntry(long index, Moment stamp, List<Request> requests) {}
