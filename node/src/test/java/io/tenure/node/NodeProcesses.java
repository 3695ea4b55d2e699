package io.tenure.node;

import io.tenure.kernel.KnownLevels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Nodes as processes of their own, which can be killed. All that run at the end are ended. */
final class NodeProcesses implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 60;

  private final Path root;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, Process> running = new HashMap<>();
  private final Map<String, Integer> raftPorts = new HashMap<>();
  private final Map<String, Integer> httpPorts = new HashMap<>();
  private final List<String> settings = new ArrayList<>();

  NodeProcesses(Path root) {
    this.root = root;
  }

  /** Further lines for all configurations. */
  void set(String... lines) {
    settings.addAll(List.of(lines));
  }

  /** A configuration of these nodes; a node has the same address in each of them. */
  Path config(String... nodes) throws IOException {
    List<String> lines = new ArrayList<>(List.of("cluster.name = tenure"));
    for (String node : nodes) {
      raftPorts.computeIfAbsent(node, any -> FreePorts.next());
      httpPorts.computeIfAbsent(node, any -> FreePorts.next());
      lines.add("node." + node + ".host = 127.0.0.1");
      lines.add("node." + node + ".raft-port = " + raftPorts.get(node));
      lines.add("node." + node + ".http-port = " + httpPorts.get(node));
    }
    lines.addAll(settings);
    return Files.write(root.resolve(nodes.length + "-nodes.conf"), lines);
  }

  Path data(String node) {
    return root.resolve(node);
  }

  /** The directory for temporary files of all nodes. */
  Path temporary() throws IOException {
    return Files.createDirectories(root.resolve("tmp"));
  }

  String raftAddress(String node) {
    return "127.0.0.1:" + raftPorts.get(node);
  }

  void start(String node, Path config, String... options) throws IOException {
    start(node, config, KnownLevels.ALL, options);
  }

  /** Starts a node that knows only some levels, as an older version does. */
  void start(String node, Path config, KnownLevels levels, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.add("-Djava.io.tmpdir=" + temporary());
    command.add("-Dcom.google.protobuf.use_unsafe_pre22_gencode=true");
    if (!levels.equals(KnownLevels.ALL)) {
      command.add("-D" + LevelChoice.PROPERTY + "=" + levels.newest());
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("node", "--config", config.toString(), "--node", node));
    command.addAll(List.of("--data", data(node).toString()));
    command.addAll(List.of(options));
    Files.writeString(log(node), "");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log(node).toFile());
    builder.environment().put("_JAVA_SR_SIGNUM", "40");
    running.put(node, builder.start());
  }

  private Path log(String node) {
    return root.resolve(node + ".log");
  }

  /** What a node said since its last start. */
  String output(String node) {
    try {
      return Files.readString(log(node));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  void awaitReady(String... nodes) {
    for (String node : nodes) {
      TestNodes.await(
          () -> {
            if (!running.get(node).isAlive()) {
              throw new AssertionError(node + " has ended:\n" + output(node));
            }
            return isReady(node);
          });
    }
  }

  void awaitOutput(String node, String text) {
    TestNodes.await(() -> output(node).contains(text));
  }

  boolean isReady(String node) {
    try {
      return get(node, "/readyz").statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  boolean isAlive(String node) {
    return running.get(node).isAlive();
  }

  HttpResponse<String> get(String node, String path) throws IOException {
    return send(HttpRequest.newBuilder(uri(node, path)).build());
  }

  HttpResponse<String> post(String node, String path, String json) throws IOException {
    return send(
        HttpRequest.newBuilder(uri(node, path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  /** Sends a request; headers are names and values in turn. */
  HttpResponse<String> send(String node, String method, String path, String body, String... headers)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(node, path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .timeout(Duration.ofSeconds(PATIENCE_SECONDS));
    return send((headers.length == 0 ? request : request.headers(headers)).build());
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  private URI uri(String node, String path) {
    return URI.create("http://127.0.0.1:" + httpPorts.get(node) + path);
  }

  /** Sends a signal that should not end a node. */
  void signal(String node, String name) throws IOException, InterruptedException {
    String pid = Long.toString(running.get(node).pid());
    int sent = new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor();
    if (sent != 0) {
      throw new IOException("kill -" + name + " ended with " + sent);
    }
  }

  void terminate(String node) {
    running.get(node).destroy();
    exitCode(node);
  }

  void kill(String node) {
    running.get(node).destroyForcibly();
    exitCode(node);
  }

  /** Waits for the end of a node. */
  int exitCode(String node) {
    try {
      return running.get(node).onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS).exitValue();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    } catch (ExecutionException | TimeoutException failure) {
      throw new AssertionError(node + " has not ended:\n" + output(node), failure);
    }
  }

  @Override
  public void close() {
    running.keySet().forEach(this::kill);
  }
}
