package io.tenure.simulation;

import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Outcome;

/** What a node made of one entry. */
record AppliedEntry(LogEntry entry, SimLog.Entry raw, Outcome outcome) {}
