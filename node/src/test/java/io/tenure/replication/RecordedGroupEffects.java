package io.tenure.replication;

import java.util.ArrayDeque;
import java.util.Queue;

/** Remembers what a member wants done about leadership. */
final class RecordedGroupEffects implements GroupEffects {

  final Queue<HandOver.Question> questions = new ArrayDeque<>();
  final Queue<Transfer> transfers = new ArrayDeque<>();
  final Queue<Long> levelQuestions = new ArrayDeque<>();

  @Override
  public void askToHandOver(HandOver.Question question) {
    questions.add(question);
  }

  @Override
  public void askLevels(long question) {
    levelQuestions.add(question);
  }

  @Override
  public void transfer(Transfer transfer) {
    transfers.add(transfer);
  }
}
