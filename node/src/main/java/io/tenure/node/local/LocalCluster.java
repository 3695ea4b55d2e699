package io.tenure.node.local;

import io.tenure.config.ClusterConfig;
import io.tenure.config.NodeConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** The processes of a local cluster. Started by one thread; may be stopped by another. */
public final class LocalCluster {
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 50;
  private static final int FAILURE = 1;

  private final ClusterConfig config;
  private final LocalDirectory directory;
  private final Screen screen;
  private final ClusterProbe probe;
  private final List<ChildNode> children = new CopyOnWriteArrayList<>();
  private volatile boolean stopping;

  public LocalCluster(ClusterConfig config, LocalDirectory directory, Screen screen) {
    this.config = config;
    this.directory = directory;
    this.screen = screen;
    this.probe = new ClusterProbe(config);
  }

  /** Starts all nodes; those named are bootstrapped. */
  public void start(NodeLauncher launcher, Set<String> toBootstrap) throws LocalClusterException {
    for (NodeConfig node : config.nodes()) {
      if (stopping) {
        return;
      }
      List<String> command = launcher.command(node, toBootstrap.contains(node.id()));
      ChildLog log = new ChildLog(directory.log(node), line -> screen.nodeSays(node, line));
      try {
        children.add(ChildNode.start(node, command, directory, log));
      } catch (IOException failure) {
        throw new LocalClusterException(FAILURE, "cannot start " + node.id() + ": " + failure);
      }
    }
  }

  /** Waits until every node is ready, and says who leads. */
  public NodeConfig awaitReady(Duration patience) throws LocalClusterException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() - deadline < 0) {
      for (ChildNode child : children) {
        if (!child.isAlive()) {
          throw stopping ? new LocalClusterException(FAILURE, "stopped") : didNotStart(child);
        }
      }
      if (config.nodes().stream().allMatch(probe::isReady)) {
        Optional<NodeConfig> leader = leader();
        if (leader.isPresent()) {
          mark();
          return leader.get();
        }
      }
      pause();
    }
    throw new LocalClusterException(
        FAILURE,
        "no leader after "
            + patience.toSeconds()
            + " s; not ready: "
            + String.join(", ", notReady())
            + "; the logs are "
            + directory.path().resolve("*.log"));
  }

  private void mark() throws LocalClusterException {
    try {
      directory.markBootstrapped();
    } catch (IOException failure) {
      throw new LocalClusterException(FAILURE, "cannot write " + directory.path() + ": " + failure);
    }
  }

  private List<String> notReady() {
    return config.nodes().stream()
        .filter(node -> !probe.isReady(node))
        .map(NodeConfig::id)
        .toList();
  }

  private LocalClusterException didNotStart(ChildNode child) {
    child.ended().join();
    int exitCode = child.exitCode();
    return new LocalClusterException(
        exitCode == 0 ? FAILURE : exitCode,
        child.id() + " did not start (exit code " + exitCode + "):\n" + lastWords(child));
  }

  private static String lastWords(ChildNode child) {
    return "  " + String.join("\n  ", child.lastWords());
  }

  private Optional<NodeConfig> leader() {
    return children.stream()
        .filter(ChildNode::isAlive)
        .flatMap(child -> probe.leader(child.config()).stream())
        .findFirst();
  }

  private static void pause() throws LocalClusterException {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new LocalClusterException(FAILURE, "interrupted");
    }
  }

  /** Returns when no node is left; reports each that goes without being told to. */
  public void awaitEnd() {
    CompletableFuture<?>[] ends =
        children.stream()
            .map(child -> child.ended().thenAccept(this::report))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(ends).join();
  }

  private void report(ChildNode child) {
    if (stopping) {
      return;
    }
    long alive = children.stream().filter(ChildNode::isAlive).count();
    String rest =
        alive == 0
            ? "no node is left"
            : alive > children.size() / 2
                ? "the other " + alive + " go on without it"
                : "the " + alive + " that are left are no majority and cannot serve";
    screen.print(
        child.id() + " ended unexpectedly (exit code " + child.exitCode() + "); " + rest + ".");
    screen.print("The end of " + directory.log(child.config()) + ":");
    screen.print(lastWords(child));
    if (alive > 0) {
      screen.print("To have " + child.id() + " back, stop with Ctrl-C and start again.");
    }
  }

  /** Whether any node is left. */
  public boolean isRunning() {
    return children.stream().anyMatch(ChildNode::isAlive);
  }

  /** Stops the followers one by one, and the leader last. */
  public void stop() {
    stopping = true;
    Optional<String> leader = leader().map(NodeConfig::id);
    List<ChildNode> order = new ArrayList<>(children);
    order.sort((one, other) -> Boolean.compare(isNamed(leader, one), isNamed(leader, other)));
    for (ChildNode child : order) {
      if (child.isAlive() && !child.stop(STOP_PATIENCE)) {
        screen.print(child.id() + " did not stop in " + STOP_PATIENCE.toSeconds() + " s; killed");
      }
    }
  }

  private static boolean isNamed(Optional<String> leader, ChildNode child) {
    return leader.filter(child.id()::equals).isPresent();
  }
}
