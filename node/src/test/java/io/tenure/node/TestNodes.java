package io.tenure.node;

import io.tenure.RealTime;
import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigException;
import io.tenure.config.ConfigFile;
import io.tenure.config.NodeConfig;
import io.tenure.jraft.MemberLog;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Level;
import io.tenure.link.Link;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Whole nodes in this JVM, on loopback, as the command line would start them. */
final class TestNodes implements AutoCloseable {

  private final Path directory;
  private final ClusterConfig cluster;

  /** By number; null while a node is stopped. */
  private final List<Node> nodes = new ArrayList<>();

  TestNodes(Path directory, int size, String... settings) throws IOException, ConfigException {
    this.directory = directory;
    Path file = directory.resolve("cluster.conf");
    List<String> lines = new ArrayList<>(List.of(settings));
    lines.add("cluster.name = test");
    for (int i = 1; i <= size; i++) {
      lines.add("node.n" + i + ".host = 127.0.0.1");
      lines.add("node.n" + i + ".http-port = " + FreePorts.next());
      lines.add("node.n" + i + ".raft-port = " + FreePorts.next());
      lines.add("node.n" + i + ".grpc-port = " + FreePorts.next());
    }
    Files.write(file, lines);
    cluster = ConfigFile.read(file, Map.of());
    for (NodeConfig self : cluster.nodes()) {
      nodes.add(started(self, true));
    }
    nodes.forEach(node -> await(() -> node.isReady() && node.level() == Level.NEWEST));
  }

  private Node started(NodeConfig self, boolean bootstrap) throws IOException {
    Path data = Files.createDirectories(directory.resolve(self.id()));
    if (bootstrap) {
      MemberLog.makeIn(data);
    }
    Identity configured = NodeArguments.identity(cluster, self);
    Identity identity = configured.adopted(configured);
    Node node =
        new Node(
            new NodeOptions(
                cluster,
                self,
                identity,
                new Link.Options(self.raftBind(), self.raftPort(), Optional.empty()),
                data,
                "test",
                KnownLevels.ALL));
    node.start();
    return node;
  }

  /** Stops a node as a signal would. */
  void stop(int number) {
    nodes.set(number, null).close();
  }

  /** Starts a node again that was stopped. */
  void restart(int number) throws IOException {
    Node node = started(cluster.nodes().get(number), false);
    nodes.set(number, node);
    await(node::isReady);
  }

  /** Fails unless every node can serve. */
  void requireReady() {
    if (!nodes.stream().allMatch(Node::isReady)) {
      throw new AssertionError("a node is not ready any more");
    }
  }

  int size() {
    return nodes.size();
  }

  boolean isRunning(int number) {
    return nodes.get(number) != null;
  }

  /** The number of the node that leads, once all that run agree about it. */
  int awaitLeader() {
    List<Integer> found = new ArrayList<>();
    await(
        () -> {
          found.clear();
          for (int i = 0; i < nodes.size(); i++) {
            if (isRunning(i) && nodes.get(i).leads()) {
              found.add(i);
            }
          }
          return found.size() == 1
              && nodes.stream().allMatch(node -> node == null || node.isReady());
        });
    return found.get(0);
  }

  String url(int number) {
    return cluster.httpUrl(cluster.nodes().get(number));
  }

  int grpcPort(int number) {
    return cluster.nodes().get(number).grpcPort().orElseThrow();
  }

  static void await(BooleanSupplier question) {
    RealTime.until("what a node has to do", question);
  }

  @Override
  public void close() {
    nodes.stream().filter(Objects::nonNull).forEach(Node::close);
  }
}
