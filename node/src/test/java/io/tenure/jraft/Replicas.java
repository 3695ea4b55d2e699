package io.tenure.jraft;

import io.tenure.kernel.KnownLevels;
import io.tenure.replication.StateAge;
import io.tenure.replication.StateListener;
import io.tenure.store.LeaseStore;
import java.nio.file.Path;
import java.util.List;

/** Replicas without a cluster. */
final class Replicas {

  private Replicas() {}

  static Replica open(Path directory, FailStop failStop, StateListener... listeners) {
    return open(directory, KnownLevels.ALL, failStop, listeners);
  }

  static Replica open(
      Path directory, KnownLevels known, FailStop failStop, StateListener... listeners) {
    return new Replica(
        LeaseStore.open(directory),
        known,
        new StateAge(),
        List.of(listeners),
        System::nanoTime,
        failStop);
  }
}
