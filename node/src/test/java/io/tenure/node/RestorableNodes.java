package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigException;
import io.tenure.config.ConfigFile;
import io.tenure.config.NodeConfig;
import io.tenure.kernel.KnownLevels;
import io.tenure.link.Link;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Nodes in this process that use their data directories as `tenure node` does. */
final class RestorableNodes implements AutoCloseable {

  /** A node while it runs, and the directory that it keeps others out of. */
  private record Running(Node node, DataDirectory directory) {}

  private final Path root;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final Map<String, Running> running = new LinkedHashMap<>();

  RestorableNodes(Path root) {
    this.root = root;
  }

  /** A configuration of some nodes, which have the same addresses in each of them. */
  Path config(String... nodes) {
    List<String> lines = new ArrayList<>(List.of("cluster.name = test"));
    for (String node : nodes) {
      lines.add("node." + node + ".host = 127.0.0.1");
      lines.add("node." + node + ".raft-port = " + port(node + " raft"));
      lines.add("node." + node + ".http-port = " + port(node + " http"));
    }
    try {
      return Files.write(root.resolve(String.join("-", nodes) + ".conf"), lines);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private int port(String what) {
    return ports.computeIfAbsent(what, any -> FreePorts.next());
  }

  Path data(String node) {
    return root.resolve(node);
  }

  String url(String node) {
    return "http://127.0.0.1:" + port(node + " http");
  }

  /** Starts nodes at once, since those of a new cluster wait for each other. */
  void start(Path config, boolean bootstrap, String... nodes) {
    List<CompletableFuture<Running>> starting = new ArrayList<>();
    for (String node : nodes) {
      starting.add(CompletableFuture.supplyAsync(() -> started(config, node, bootstrap)));
    }
    for (int i = 0; i < nodes.length; i++) {
      running.put(nodes[i], starting.get(i).join());
    }
    for (String node : nodes) {
      TestNodes.await(running.get(node).node()::isReady);
    }
  }

  private Running started(Path config, String id, boolean bootstrap) {
    ClusterConfig cluster = read(config);
    NodeConfig self = cluster.node(id).orElseThrow();
    DataDirectory directory = DataDirectory.open(data(id));
    Identity known = directory.claim(NodeArguments.identity(cluster, self), bootstrap);
    Link.Options link = link(self).with(RunFile.next(directory.path()));
    Identity identity = known.isFounded() ? known : NodeCommand.found(directory, known, link);
    Node node =
        new Node(
            new NodeOptions(
                cluster, self, identity, link, directory.path(), "test", KnownLevels.ALL));
    try {
      node.start();
    } catch (StartupException refused) {
      directory.close();
      throw refused;
    }
    return new Running(node, directory);
  }

  /** Makes a new cluster of a stopped node alone. */
  void force(Path config, String id) {
    ClusterConfig cluster = read(config);
    NodeConfig self = cluster.node(id).orElseThrow();
    try (DataDirectory directory = DataDirectory.open(data(id))) {
      new ForcedCluster(directory, link(self)).make(NodeArguments.identity(cluster, self));
    }
  }

  private static ClusterConfig read(Path config) {
    try {
      return ConfigFile.read(config, Map.of());
    } catch (ConfigException wrong) {
      throw new AssertionError(wrong);
    }
  }

  private static Link.Options link(NodeConfig self) {
    return new Link.Options(self.raftBind(), self.raftPort(), Optional.empty());
  }

  /** A node that does not lead. */
  String follower() {
    return running.keySet().stream()
        .filter(each -> !running.get(each).node().leads())
        .findFirst()
        .orElseThrow();
  }

  void stop(String... nodes) {
    for (String each : nodes) {
      Running stopped = running.remove(each);
      stopped.node().close();
      stopped.directory().close();
    }
  }

  void stopAll() {
    stop(running.keySet().toArray(String[]::new));
  }

  HttpResponse<String> send(String node, String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url(node) + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  /** What a command said, with its exit code in front. */
  static String run(String... command) {
    StringWriter said = new StringWriter();
    PrintWriter to = new PrintWriter(said);
    int code = Main.run(Map.of(), to, to, command);
    to.flush();
    return code + ": " + said;
  }

  @Override
  public void close() {
    stopAll();
  }
}
