package io.tenure.node.raft;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Collects answers and hands them over in one task per home executor, so that a connection's event
 * loop is woken once for a whole batch.
 */
final class Delivery {

  private record Parcel(Executor home, List<Runnable> answers) {}

  /** Homes are few, so a list beats a map. */
  private final List<Parcel> parcels = new ArrayList<>(4);

  void add(Executor home, Runnable answer) {
    for (Parcel parcel : parcels) {
      if (parcel.home() == home) {
        parcel.answers().add(answer);
        return;
      }
    }
    List<Runnable> answers = new ArrayList<>();
    answers.add(answer);
    parcels.add(new Parcel(home, answers));
  }

  /** Runs a task at home; or here, once home has been shut down, so that its future still ends. */
  static void handOver(Executor home, Runnable task) {
    try {
      home.execute(task);
    } catch (RejectedExecutionException gone) {
      task.run();
    }
  }

  void send() {
    for (Parcel parcel : parcels) {
      handOver(parcel.home(), () -> parcel.answers().forEach(Runnable::run));
    }
    parcels.clear();
  }
}
