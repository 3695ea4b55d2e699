package io.tenure.replication;

import java.util.ArrayDeque;
import java.util.Queue;

/** Remembers what a member wants done about leadership. */
final class RecordedGroupEffects implements GroupEffects {

  final Queue<HandOver.Question> questions = new ArrayDeque<>();
  final Queue<Transfer> transfers = new ArrayDeque<>();
  final Queue<Long> levelQuestions = new ArrayDeque<>();
  final Queue<Standing> probes = new ArrayDeque<>();
  final Queue<Long> elections = new ArrayDeque<>();
  int comparisons;

  @Override
  public void askToHandOver(HandOver.Question question) {
    questions.add(question);
  }

  @Override
  public void askLevels(long question) {
    levelQuestions.add(question);
  }

  @Override
  public void probe(Standing leader) {
    probes.add(leader);
  }

  @Override
  public void standForElection(long term) {
    elections.add(term);
  }

  @Override
  public void compareDigests() {
    comparisons++;
  }

  @Override
  public void transfer(Transfer transfer) {
    transfers.add(transfer);
  }
}
