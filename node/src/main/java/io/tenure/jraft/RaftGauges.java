package io.tenure.jraft;

import io.tenure.replication.WaitList;
import java.nio.file.Path;

/** Numbers about a member that change all the time; cheap to ask, and safe from any thread. */
public final class RaftGauges {

  private final Sources sources;

  /** Where the numbers come from. */
  record Sources(
      Leadership leadership,
      Replica replica,
      Turns turns,
      WaitList waits,
      Listings listings,
      CommitIndex commitIndex,
      DigestWatch digestWatch,
      Path snapshots) {}

  RaftGauges(Sources sources) {
    this.sources = sources;
  }

  public boolean leads() {
    return sources.leadership().standing().mine();
  }

  /** Whether this member knows of a leader, itself or another. */
  public boolean knowsLeader() {
    return sources.leadership().standing().leader().isPresent();
  }

  public long leaderChanges() {
    return sources.leadership().changes();
  }

  public long term() {
    return sources.leadership().standing().term();
  }

  public long appliedIndex() {
    return sources.replica().applied().index();
  }

  public long committedIndex() {
    return sources.commitIndex().value();
  }

  /** When the newest snapshot was taken, in seconds since 1970; not a number if there is none. */
  public double snapshotTaken() {
    return StoredSnapshot.Size.ofNewest(sources.snapshots()).taken();
  }

  public double snapshotBytes() {
    return StoredSnapshot.Size.ofNewest(sources.snapshots()).bytes();
  }

  /** How many members had another state than this one when they were compared last. */
  public int differingMembers() {
    return sources.digestWatch().differing();
  }

  /** Of the state that this member has applied. */
  public int level() {
    return sources.replica().level();
  }

  public int liveClaims() {
    return sources.replica().applied().counts().live();
  }

  public int activeClaims() {
    return sources.replica().applied().counts().active();
  }

  public long endedClaims() {
    return sources.replica().applied().counts().ended();
  }

  public int rememberedAnswers() {
    return sources.replica().applied().counts().answers();
  }

  public int rememberedAnswersLimit() {
    return sources.replica().applied().settings().memoLimit();
  }

  public int requestsUnderWay() {
    return sources.turns().taken();
  }

  public int listsUnderWay() {
    return sources.listings().underWay();
  }

  public int waiters() {
    return sources.waits().size();
  }
}
