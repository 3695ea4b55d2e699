package io.tenure.node.metrics;

/** What can be read off a node at any time. */
public enum NodeGauge {
  LEADS("tenure.node.leads", "1 while this node leads, else 0"),
  TERM("tenure.raft.term", "Term that this node knows"),
  APPLIED_INDEX("tenure.raft.applied.index", "Index of the last entry that this node has applied"),
  COMMITTED_INDEX("tenure.raft.committed.index", "Index of the last entry known to be committed"),
  DIFFERING_MEMBERS(
      "tenure.raft.members.differing",
      "Members whose state differed from this node's when last compared; must be 0"),
  PEER_CERTIFICATE_SECONDS(
      "tenure.peer.certificate.seconds",
      "Seconds until the certificate expires that this node shows to the others"),
  LEVEL("tenure.cluster.level", "Level of formats and rules that the cluster has risen to"),
  LIVE_CLAIMS("tenure.claims.live", "Active and waiting claims"),
  ACTIVE_CLAIMS("tenure.claims.active", "Active claims"),
  ENDED_CLAIMS("tenure.claims.ended.kept", "Ended claims that are kept"),
  REMEMBERED_ANSWERS("tenure.idempotency.answers", "Answers remembered for idempotency keys"),
  REMEMBERED_ANSWERS_LIMIT(
      "tenure.idempotency.answers.limit",
      "Answers that may be remembered (idempotency.keys); new keys are refused beyond"),
  IN_FLIGHT("tenure.node.inflight", "Writes under way on this node"),
  LISTS("tenure.node.lists", "Lists of claims under way on this node"),
  WAITERS("tenure.node.waiters", "Requests of this node that wait for a claim to change"),
  EVENT_STREAMS("tenure.events.streams", "Event streams that are open"),
  EVENT_STREAMS_LAGGED(
      "tenure.events.streams.lagged",
      "Event streams closed since the start because their clients did not keep up"),
  LOCKET_LOCKS("tenure.locket.locks.held", "Locks that are held through Locket"),
  LOCKET_PRESENCES("tenure.locket.presences.held", "Presences that are held through Locket"),
  LOCKET_LOCKS_EXPIRED(
      "tenure.locket.locks.expired", "Locks of Locket that have expired since the start"),
  LOCKET_PRESENCES_EXPIRED(
      "tenure.locket.presences.expired", "Presences of Locket that have expired since the start"),
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
