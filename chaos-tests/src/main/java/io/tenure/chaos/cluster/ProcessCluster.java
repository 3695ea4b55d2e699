package io.tenure.chaos.cluster;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** A {@link Cluster} of processes on loopback, for tests that need no more than that. */
public final class ProcessCluster implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Cluster cluster;

  /**
   * Prepares a cluster; nothing runs yet.
   *
   * @param home where a distribution was unpacked
   * @param directory an empty directory for everything that it writes
   * @param settings further lines of the configuration
   */
  public ProcessCluster(Path home, Path directory, int size, List<String> settings) {
    ClusterPlan plan = ClusterPlan.of(home, directory).withSize(size).withSettings(settings);
    this.cluster = new Cluster(Hosts.of(Hosts.Kind.LOOPBACK), plan);
  }

  public void start() {
    cluster.start();
  }

  public List<NodeProcess> nodes() {
    return cluster.nodes();
  }

  public List<URI> urls() {
    return cluster.urls();
  }

  /** Waits until every node that runs knows a leader, and all know the same. */
  public void awaitReady() {
    cluster.awaitLeader(PATIENCE);
  }

  /** The node that the others take for the leader. */
  public NodeProcess leader() {
    return cluster.leader();
  }

  /** Waits until all nodes have applied the same entries and came to the same state. */
  public void awaitEqualStates() {
    cluster.awaitEqualStates(PATIENCE);
  }

  /** Asks again until it is so; the processes have no other way to tell. */
  public static void await(String what, Supplier<Boolean> question) {
    Waiting.until(what, PATIENCE, question::get);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
