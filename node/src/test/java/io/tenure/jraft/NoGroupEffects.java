package io.tenure.jraft;

import io.tenure.replication.GroupEffects;
import io.tenure.replication.HandOver;
import io.tenure.replication.Standing;
import io.tenure.replication.Transfer;

/** For a member that has no others. */
final class NoGroupEffects implements GroupEffects {

  @Override
  public void askToHandOver(HandOver.Question question) {}

  @Override
  public void transfer(Transfer transfer) {}

  @Override
  public void askLevels(long question) {}

  @Override
  public void probe(Standing leader) {}

  @Override
  public void standForElection(long term) {}

  @Override
  public void compareDigests() {}
}
