package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Cluster;
import io.tenure.chaos.cluster.NodeProcess;
import java.util.ArrayList;
import java.util.List;

/** Watches for nodes that ended, but not because the nemesis killed them or told them to stop. */
final class Endings {

  private static final int KILLED = 137;
  private static final int STOPPED = 143;

  private final Cluster cluster;
  private final List<String> seen = new ArrayList<>();

  Endings(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Those that are dead now. */
  synchronized List<String> look(String during) {
    List<String> found = new ArrayList<>();
    for (NodeProcess node : cluster.nodes()) {
      node.exitCode()
          .filter(code -> code != KILLED && code != STOPPED)
          .ifPresent(code -> found.add(node + " ended with " + code + " during " + during));
    }
    seen.addAll(found);
    return found;
  }

  synchronized List<String> seen() {
    return List.copyOf(seen);
  }
}
