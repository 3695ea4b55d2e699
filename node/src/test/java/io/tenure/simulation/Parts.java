package io.tenure.simulation;

import java.util.Arrays;

/** What a cluster is made of. A test that wants to see it fail overrides one part. */
class Parts {

  SimStore store() {
    return new MemoryStore();
  }

  SimLog log() {
    return new SimLog();
  }

  /** What a node takes for its monotonic clock. */
  long nanos(SimClock clock) {
    return clock.monotonicNanos();
  }

  /** Whether a leader starts its time before the entries of older terms are applied. */
  boolean startsTimeWhenElected() {
    return false;
  }

  /** Whether an entry may come into the log in another term than the one it was stamped in. */
  boolean proposesOldStamps() {
    return false;
  }

  /** Whether the voter lets the candidate lead. */
  boolean votesFor(SimNode candidate, SimNode voter) {
    return candidate.log.isUpToDateFor(voter.log);
  }

  /** The index up to which a majority has the log, if the nodes have it up to these. */
  long agreed(long[] indexes) {
    long[] sorted = indexes.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }

  /** Makes the log shorter; what goes must be in the store, and durable there. */
  void compact(SimNode node, long through) {
    node.store.flush();
    node.log.compactThrough(Math.min(through, node.store.appliedIndex()));
  }

  /** The number under which a start of a node sends requests; no other start has it. */
  long sender(int node, int start) {
    return 1_000L * node + start;
  }

  /** From when on a client counts the time of a lease that it asked for. */
  long countsFrom(long sentMicros, long receivedMicros) {
    return sentMicros;
  }
}
