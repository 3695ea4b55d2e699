package io.tenure.replication;

import io.tenure.kernel.ClusterTime;
import io.tenure.service.Caller;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Remembers what a member wants done; calls are answered at once. */
final class RecordedEffects implements Effects {

  /** An entry for the log. */
  record Proposed(Batch batch, ClusterTime stamp) {}

  /** A message to a leader. */
  record Sent(Batch batch, String leader) {}

  final Queue<Proposed> proposed = new ArrayDeque<>();
  final Queue<Sent> sent = new ArrayDeque<>();
  final Queue<Round> rounds = new ArrayDeque<>();
  final List<Round> abandoned = new ArrayList<>();
  final Queue<Long> questions = new ArrayDeque<>();
  final List<Wait> forgotten = new ArrayList<>();

  @Override
  public void propose(Batch batch, ClusterTime stamp) {
    proposed.add(new Proposed(batch, stamp));
  }

  @Override
  public void send(Batch batch, String leader, long nanos) {
    sent.add(new Sent(batch, leader));
  }

  @Override
  public void startRound(Round round) {
    rounds.add(round);
  }

  @Override
  public void abandonRound(Round round) {
    abandoned.add(round);
  }

  @Override
  public void askQuorum(long question) {
    questions.add(question);
  }

  @Override
  public void forget(List<Wait> waits) {
    forgotten.addAll(waits);
  }

  @Override
  public void answer(Caller caller, Runnable ending) {
    ending.run();
  }
}
