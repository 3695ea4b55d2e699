package io.tenure.node.raft;

import io.tenure.kernel.Holder.Kind;

/** Numbers about a member that change all the time; cheap to ask, and safe from any thread. */
public final class RaftGauges {

  private final Leadership leadership;
  private final Replica replica;
  private final Admission admission;
  private final Watchers watchers;

  RaftGauges(Leadership leadership, Replica replica, Admission admission, Watchers watchers) {
    this.leadership = leadership;
    this.replica = replica;
    this.admission = admission;
    this.watchers = watchers;
  }

  public boolean leads() {
    return leadership.standing().mine();
  }

  public long term() {
    return leadership.standing().term();
  }

  public long appliedIndex() {
    return replica.applied().index();
  }

  public int liveClaims() {
    return replica.applied().counts().live();
  }

  public int activeClaims() {
    return replica.applied().counts().active();
  }

  public long endedClaims() {
    return replica.applied().counts().ended();
  }

  public int rememberedAnswers() {
    return replica.applied().counts().answers();
  }

  /** Holders who say that they are of this kind. */
  public int held(Kind kind) {
    return replica.census().held(kind);
  }

  /** How many of this kind have expired since this node was started. */
  public long expired(Kind kind) {
    return replica.census().expired(kind);
  }

  public int requestsUnderWay() {
    return admission.taken();
  }

  public int waiters() {
    return watchers.size();
  }
}
