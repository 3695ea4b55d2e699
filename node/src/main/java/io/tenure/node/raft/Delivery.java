package io.tenure.node.raft;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

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

  void send() {
    for (Parcel parcel : parcels) {
      parcel.home().execute(() -> parcel.answers().forEach(Runnable::run));
    }
    parcels.clear();
  }
}
