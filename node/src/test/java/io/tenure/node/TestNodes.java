package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigException;
import io.tenure.config.ConfigFile;
import io.tenure.config.NodeConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Whole nodes in this JVM, on loopback, as the command line would start them. */
final class TestNodes implements AutoCloseable {

  private static final long PATIENCE_NANOS = 30_000_000_000L;
  private static final long POLL_NANOS = 5_000_000;

  private final ClusterConfig cluster;
  private final List<Node> nodes = new ArrayList<>();

  TestNodes(Path directory, int size, String... settings) throws IOException, ConfigException {
    Path file = directory.resolve("cluster.conf");
    List<String> lines = new ArrayList<>(List.of(settings));
    lines.add("cluster.name = test");
    for (int i = 1; i <= size; i++) {
      lines.add("node.n" + i + ".host = 127.0.0.1");
      lines.add("node.n" + i + ".http-port = " + freePort());
      lines.add("node.n" + i + ".raft-port = " + freePort());
      lines.add("node.n" + i + ".grpc-port = " + freePort());
    }
    Files.write(file, lines);
    cluster = ConfigFile.read(file, Map.of());
    for (NodeConfig self : cluster.nodes()) {
      Path data = Files.createDirectories(directory.resolve(self.id()));
      Node node = new Node(new NodeOptions(cluster, self, data, true, "test"));
      nodes.add(node);
      node.start();
    }
    nodes.forEach(node -> await(node::isReady));
  }

  String url(int number) {
    return cluster.httpUrl(cluster.nodes().get(number));
  }

  int grpcPort(int number) {
    return cluster.nodes().get(number).grpcPort().orElseThrow();
  }

  static void await(BooleanSupplier question) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!question.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("waited in vain");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  @Override
  public void close() {
    nodes.forEach(Node::close);
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
