package io.tenure.chaos.workload;

import io.tenure.chaos.workload.Client.Subject;
import java.util.List;

/**
 * One property's exercise. A client does one episode after the other until the run is stopped; an
 * episode gives back what it took, unless it is meant to leave it to its ttl.
 */
interface Workload {

  String name();

  /**
   * One episode of one client.
   *
   * @param slot which of the workload's keys
   * @param number of the client among those of the slot, from 0 on
   */
  void episode(Client client, int slot, int number) throws InterruptedException;

  /** All keys that were used. */
  List<Subject> keys();

  /** Whether the keys are resources of the claims dialect, to be counted at the end. */
  default boolean filesClaims() {
    return true;
  }

  /** Gives back what may still be held of a key, when its claims were dealt with. */
  default void cleanUp(Client client, Subject subject) {}

  /** Lets go of what all clients shared. */
  default void close() {}
}
