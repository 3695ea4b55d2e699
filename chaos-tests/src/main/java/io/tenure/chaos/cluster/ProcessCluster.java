package io.tenure.chaos.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A cluster of {@link NodeProcess}es in one directory. Closing it ends all of them. */
public final class ProcessCluster implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration ANSWER = Duration.ofSeconds(2);
  private static final long POLL_MILLIS = 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<NodeProcess> nodes = new ArrayList<>();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofMillis(500))
          .build();

  /**
   * Prepares a cluster; nothing runs yet.
   *
   * @param home where a distribution was unpacked
   * @param directory an empty directory for everything that it writes
   * @param settings further lines of the configuration
   */
  public ProcessCluster(Path home, Path directory, int size, List<String> settings) {
    List<Integer> ports = freePorts(2 * size);
    List<String> lines = new ArrayList<>(settings);
    lines.add("cluster.name = chaos");
    Path config = directory.resolve("cluster.conf");
    for (int i = 0; i < size; i++) {
      String id = "n" + (i + 1);
      int http = ports.get(2 * i);
      lines.add("node." + id + ".host = 127.0.0.1");
      lines.add("node." + id + ".http-port = " + http);
      lines.add("node." + id + ".raft-port = " + ports.get(2 * i + 1));
      nodes.add(new NodeProcess(id, URI.create("http://127.0.0.1:" + http), home, config));
    }
    try {
      Files.write(config, lines);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  public void start() {
    nodes.forEach(NodeProcess::start);
    awaitReady();
  }

  public List<NodeProcess> nodes() {
    return List.copyOf(nodes);
  }

  public List<URI> urls() {
    return nodes.stream().map(NodeProcess::url).toList();
  }

  /** Waits until every node that runs knows a leader, and all know the same. */
  public void awaitReady() {
    await(
        "all nodes to follow one leader",
        () -> {
          Set<String> leaders = new TreeSet<>();
          for (NodeProcess node : nodes) {
            if (node.isRunning()) {
              leaders.add(status(node).map(json -> json.path("leader").asText("")).orElse(""));
            }
          }
          return leaders.size() == 1 && !leaders.contains("") && !leaders.contains("null");
        });
  }

  /** The node that the others take for the leader. */
  public NodeProcess leader() {
    awaitReady();
    String id = status(nodes.get(0)).orElseThrow().path("leader").asText();
    return nodes.stream().filter(node -> node.id().equals(id)).findFirst().orElseThrow();
  }

  /** Waits until all nodes have applied the same entries and came to the same state. */
  public void awaitEqualStates() {
    await(
        "equal states on all nodes",
        () -> {
          JsonNode members = status(nodes.get(0)).orElse(JSON.createObjectNode()).path("members");
          Set<String> states = new TreeSet<>();
          members.forEach(
              member -> states.add(member.path("applied_index") + "/" + member.path("state_hash")));
          return members.size() == nodes.size() && states.size() == 1;
        });
  }

  /** What a node says of the cluster, if it answers. */
  public Optional<JsonNode> status(NodeProcess node) {
    HttpRequest request =
        HttpRequest.newBuilder(node.url().resolve("/v1/cluster")).timeout(ANSWER).build();
    try {
      return Optional.of(JSON.readTree(http.send(request, BodyHandlers.ofString()).body()));
    } catch (IOException noAnswer) {
      return Optional.empty();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Asks again until it is so; the processes have no other way to tell. */
  public static void await(String what, Supplier<Boolean> question) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!question.get()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("waited in vain for " + what);
      }
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while waiting for " + what);
      }
    }
  }

  @Override
  public void close() {
    nodes.forEach(NodeProcess::dispose);
  }

  /** All at once, so that no two are the same. */
  private static List<Integer> freePorts(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } finally {
      sockets.forEach(ProcessCluster::closeQuietly);
    }
  }

  private static void closeQuietly(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
