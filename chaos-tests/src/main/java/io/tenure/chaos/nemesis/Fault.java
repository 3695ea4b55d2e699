package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.Cluster;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * One thing that can go wrong, by name. It keeps nothing of its own: each {@link #begin} is
 * independent of those before.
 *
 * @param meaning for people: what happens, in a few words
 * @param needs what the cluster and its machines must be able to do
 * @param shortest how long it lasts at least, so that it bites
 * @param longest how long it lasts at most
 */
public record Fault(
    String name,
    String meaning,
    Set<Capability> needs,
    Duration shortest,
    Duration longest,
    Action action) {

  /** Lets it happen. */
  @FunctionalInterface
  public interface Action {

    /**
     * Begins now, and returns when it has begun; throws if it cannot, with everything as before.
     */
    Injection begin(Scene scene);
  }

  /** Why it cannot happen to this cluster; empty if it can. */
  public Optional<String> missing(Cluster cluster) {
    return needs.stream().flatMap(each -> cluster.lacks(each).stream()).findFirst();
  }

  /** Begins, with victims chosen by the random numbers and by who leads at the moment. */
  public Injection begin(Cluster cluster, long seed) {
    return action.begin(new Scene(cluster, seed));
  }
}
