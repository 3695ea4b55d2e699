package io.tenure.chaos.cluster;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A cluster of real nodes on {@link Hosts}. Closing it ends the nodes and removes the hosts; so
 * does the end of this process, unless that was killed.
 */
public final class Cluster implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String PLAIN_TEXT = "nodes talk in plain text";

  private final ClusterPlan plan;
  private final Ground ground;
  private final NodeViews views = new NodeViews();
  private final LoadGate load = new LoadGate();
  private volatile Duration startTime = Duration.ZERO;
  private final Thread atExit = new Thread(this::dispose, "chaos-clean-up");

  /**
   * Makes the hosts; nothing runs yet.
   *
   * @throws IllegalStateException if this machine lacks what is wanted; the message says what
   */
  public Cluster(Hosts hosts, ClusterPlan plan) {
    this.plan = plan;
    this.ground = Ground.prepare(hosts, plan);
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** Starts every node that does not run, and waits for a leader that all follow. */
  public void start() {
    long begin = System.nanoTime();
    startNodes();
    awaitLeader(PATIENCE);
    startTime = Duration.ofNanos(System.nanoTime() - begin);
  }

  /** How long {@link #start} took: on a busy machine much takes longer. */
  public Duration startTime() {
    return startTime;
  }

  /** Starts every node that does not run, without waiting. */
  public void startNodes() {
    nodes().stream().filter(node -> !node.isRunning()).forEach(NodeProcess::start);
  }

  public Hosts hosts() {
    return ground.hosts();
  }

  /** What the clients of this cluster pass before they ask anything. */
  public LoadGate load() {
    return load;
  }

  public List<NodeProcess> nodes() {
    return ground.nodes();
  }

  public NodeProcess node(String id) {
    return nodes().stream().filter(node -> node.id().equals(id)).findFirst().orElseThrow();
  }

  /** What lies between the nodes; only where nodes have networks of their own. */
  public Network network() {
    lacks(Capability.NFT)
        .ifPresent(
            reason -> {
              throw new IllegalStateException(reason);
            });
    return ground.network();
  }

  /** By which its nodes know each other; only where they talk over TLS. */
  public Certificates certificates() {
    return ground.certificates().orElseThrow(() -> new IllegalStateException(PLAIN_TEXT));
  }

  /** Where the nodes serve HTTP, in the order of their ids. */
  public List<URI> urls() {
    return nodes().stream().map(NodeProcess::url).toList();
  }

  /** Where the nodes serve gRPC, as host:port, in the order of their ids. */
  public List<String> grpcAddresses() {
    return nodes().stream().map(NodeProcess::grpcAddress).toList();
  }

  /** The leader in the newest term that any node knows of, if one is known at the moment. */
  public Optional<NodeProcess> currentLeader() {
    return views().stream()
        .max(Comparator.comparingLong(NodeView::term))
        .flatMap(NodeView::leader)
        .map(this::node);
  }

  /** The leader that the other nodes follow, if it is not this one, which is not asked. */
  public Optional<NodeProcess> currentLeaderWithout(NodeProcess one) {
    return views.of(nodes().stream().filter(node -> node != one).toList()).stream()
        .max(Comparator.comparingLong(NodeView::term))
        .flatMap(NodeView::leader)
        .map(this::node)
        .filter(leader -> leader != one);
  }

  /** Waits until all nodes that run follow one leader, and returns it. */
  public NodeProcess leader() {
    return awaitLeader(PATIENCE);
  }

  /**
   * Waits until all nodes that run follow the same leader in the same term, one that runs.
   *
   * @throws IllegalStateException when it takes too long; the message has what the nodes say
   */
  public NodeProcess awaitLeader(Duration patience) {
    try {
      Waiting.until("one leader of all", patience, () -> commonLeader().isPresent());
      return commonLeader().orElseGet(() -> awaitLeader(patience));
    } catch (IllegalStateException inVain) {
      throw new IllegalStateException(inVain.getMessage() + "; " + description(), inVain);
    }
  }

  private Optional<NodeProcess> commonLeader() {
    List<NodeProcess> running = nodes().stream().filter(NodeProcess::isRunning).toList();
    List<NodeView> seen = views.of(running);
    return seen.size() == running.size() && haveOneLeader(seen)
        ? seen.get(0).leader().map(this::node).filter(NodeProcess::isRunning)
        : Optional.empty();
  }

  /** One that was paused and goes on may still believe in itself, in an older term. */
  private static boolean haveOneLeader(List<NodeView> seen) {
    return seen.stream().map(view -> List.of(view.leader(), view.term())).distinct().count() == 1;
  }

  /** Waits until all nodes have applied the same entries and came to the same state. */
  public List<NodeView> awaitEqualStates(Duration patience) {
    Waiting.until("equal states on all nodes", patience, () -> areEqual(views()));
    return views();
  }

  private boolean areEqual(List<NodeView> seen) {
    return seen.size() == nodes().size()
        && seen.stream().map(view -> view.appliedIndex() + view.stateHash()).distinct().count()
            == 1;
  }

  /** What the nodes that answer say of themselves. */
  public List<NodeView> views() {
    return views.of(nodes());
  }

  /** What a node says of itself, if it answers. */
  public Optional<NodeView> view(NodeProcess node) {
    return views.of(List.of(node)).stream().findFirst();
  }

  /** Asks the leader to hand over to this node; whether it did. */
  public boolean handOver(NodeProcess from, NodeProcess to) {
    URI url = from.url().resolve("/v1/cluster/leader");
    return views.post(url, "{\"node\":\"" + to.id() + "\"}") == 200;
  }

  /** Why it cannot do what a fault needs; empty if it can. */
  public Optional<String> lacks(Capability capability) {
    return switch (capability) {
      case NFT, DELAY ->
          hosts().kind() == Hosts.Kind.LOOPBACK
              ? Optional.of("nodes on loopback share one network")
              : capability.missing();
      case TLS -> ground.certificates().isPresent() ? Optional.empty() : Optional.of(PLAIN_TEXT);
      case SHIMS, DISK, MEMORY ->
          plan.wanted().contains(capability)
              ? Optional.empty()
              : Optional.of("the cluster was started without " + capability.word());
      case ROOT, NETNS, DOCKER -> capability.missing();
    };
  }

  /** Output of the nodes, in the order of their ids. */
  public List<Path> logs() {
    return nodes().stream().map(NodeProcess::log).toList();
  }

  /** One line: which nodes run, which ended how, and what they say. */
  public String description() {
    List<String> states =
        nodes().stream()
            .map(
                node ->
                    node.id()
                        + node.exitCode().map(code -> " ended with " + code).orElse("")
                        + view(node)
                            .map(
                                view ->
                                    " follows %s in term %d at %d"
                                        .formatted(
                                            view.leader().orElse("nobody"),
                                            view.term(),
                                            view.appliedIndex()))
                            .orElse(" is silent"))
            .toList();
    return String.join(", ", states);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException alreadyEnding) {
      return; // the hook does it
    }
    dispose();
  }

  private void dispose() {
    ground.close();
  }
}
