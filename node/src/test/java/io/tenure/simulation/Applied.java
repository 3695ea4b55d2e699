package io.tenure.simulation;

import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.Result;
import java.util.List;

/**
 * What a replica made of one entry.
 *
 * @param answers the results, with the first answer in the place of a repeated one
 */
record Applied(LogEntry entry, SimLog.Entry raw, Outcome outcome, List<Result> answers) {}
