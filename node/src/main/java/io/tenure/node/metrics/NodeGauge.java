package io.tenure.node.metrics;

/** What can be read off a node at any time. */
public enum NodeGauge {
  LEADS("tenure.node.leads", "1 while this node leads, else 0"),
  HAS_LEADER("tenure.raft.has.leader", "1 while this node knows a leader, else 0"),
  TERM("tenure.raft.term", "Term that this node knows"),
  APPLIED_INDEX("tenure.raft.applied.index", "Index of the last entry that this node has applied"),
  COMMITTED_INDEX("tenure.raft.committed.index", "Index of the last entry known to be committed"),
  APPLY_LAG(
      "tenure.raft.apply.lag.entries",
      "Entries known to be committed that this node has not applied yet"),
  DIFFERING_MEMBERS(
      "tenure.raft.members.differing",
      "Members whose state differed from this node's when last compared; must be 0"),
  SNAPSHOT_TAKEN(
      "tenure.snapshot.timestamp.seconds",
      "When this node's newest snapshot was taken, since 1970"),
  SNAPSHOT_BYTES("tenure.snapshot.size.bytes", "Size of this node's newest snapshot"),
  DISK_FREE("tenure.disk.free.bytes", "Room that the file system of the data directory has left"),
  DISK_SIZE("tenure.disk.size.bytes", "Size of the file system of the data directory"),
  LEVEL("tenure.cluster.level", "Level of formats and rules that the cluster has risen to"),
  LIVE_CLAIMS("tenure.claims.live", "Active and waiting claims"),
  ACTIVE_CLAIMS("tenure.claims.active", "Active claims"),
  ENDED_CLAIMS("tenure.claims.ended.kept", "Ended claims that are kept"),
  LONGEST_QUEUE(
      "tenure.claims.longest.queue", "Waiting claims of the resource that has most of them"),
  REMEMBERED_ANSWERS("tenure.idempotency.answers", "Answers remembered for idempotency keys"),
  REMEMBERED_ANSWERS_LIMIT(
      "tenure.idempotency.answers.limit",
      "Answers that may be remembered (idempotency.keys); new keys are refused beyond"),
  IN_FLIGHT("tenure.node.inflight", "Writes under way on this node"),
  LISTS("tenure.node.lists", "Lists of claims under way on this node"),
  WAITERS("tenure.node.waiters", "Requests of this node that wait for a claim to change"),
  EVENT_STREAMS("tenure.events.streams", "Event streams that are open"),
  LOCKET_LOCKS("tenure.locket.locks.held", "Locks that are held through Locket"),
  LOCKET_PRESENCES("tenure.locket.presences.held", "Presences that are held through Locket"),
  CONNECTIONS("tenure.http.connections", "Client connections that are open");

  private final String meter;
  private final String description;

  NodeGauge(String meter, String description) {
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
