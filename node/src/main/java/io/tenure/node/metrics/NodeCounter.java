package io.tenure.node.metrics;

/** What a node has counted since its start. */
public enum NodeCounter {
  LEADER_CHANGES("tenure.raft.leader.changes", "Leaders that this node has learned of, one by one"),
  EVENT_STREAMS_LAGGED(
      "tenure.events.streams.lagged", "Event streams closed because their clients did not keep up"),
  LOCKET_LOCKS_EXPIRED("tenure.locket.locks.expired", "Locks of Locket that have expired"),
  LOCKET_PRESENCES_EXPIRED(
      "tenure.locket.presences.expired", "Presences of Locket that have expired");

  private final String meter;
  private final String description;

  NodeCounter(String meter, String description) {
    this.meter = meter;
    this.description = description;
  }

  String meter() {
    return meter;
  }

  String description() {
    return description;
  }
}
