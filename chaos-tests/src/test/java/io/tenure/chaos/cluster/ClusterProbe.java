package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Looks from outside whether a fault bites. */
public final class ClusterProbe {

  private static final Duration SHORT = Duration.ofMillis(700);
  private static final Duration LONG = Duration.ofSeconds(15);

  private final Cluster cluster;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(SHORT).build();

  public ClusterProbe(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Whether the node answers anything at all, soon. */
  public boolean answers(NodeProcess node) {
    HttpRequest request = HttpRequest.newBuilder(node.url().resolve("/livez")).build();
    try {
      http.sendAsync(request, BodyHandlers.discarding())
          .get(SHORT.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException | TimeoutException silent) {
      return false;
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  /** Files a claim with one node: 201 is granted, 202 queued, 503 no quorum, 0 no answer. */
  public int claim(NodeProcess node, String resource) {
    return claiming(node, resource).join();
  }

  /** As {@link #claim}, without waiting for the answer. */
  public CompletableFuture<Integer> claiming(NodeProcess node, String resource) {
    URI url = node.url().resolve("/v1/claims/");
    String body = "{\"resource\":\"" + resource + "\",\"ttl\":600}";
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .header("Content-Type", "application/json")
            .timeout(LONG)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.sendAsync(request, BodyHandlers.discarding())
        .thenApply(answer -> answer.statusCode())
        .exceptionally(noAnswer -> 0);
  }

  /** Whether a new connection can be opened from one node to the other, soon. */
  public boolean connects(String from, String to) {
    return connect(from, to, "0.7");
  }

  /** How long it takes to open a connection from one node to the other. */
  public Duration connectTime(String from, String to) {
    long begin = System.nanoTime();
    if (!connect(from, to, "20")) {
      throw new IllegalStateException(from + " does not reach " + to);
    }
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  private boolean connect(String from, String to, String seconds) {
    String line = "exec 3<>" + http(to);
    List<String> inNode = cluster.hosts().inNode(from);
    return ShellCommand.tried(
            ShellCommand.joined(inNode, "timeout", seconds, "bash", "-c", line), "")
        .isGood();
  }

  private String http(String node) {
    return "/dev/tcp/" + cluster.hosts().address(node) + "/8081";
  }

  /** How long until the other node's machine says yes or no to a new connection. */
  public Duration answerTime(String from, String to) {
    String line = "echo $EPOCHREALTIME; (exec 3<>" + http(to) + ") 2>&-; echo $EPOCHREALTIME";
    List<Long> micros =
        inNode(from, line).lines().map(time -> Long.valueOf(time.replaceAll("\\D", ""))).toList();
    return Duration.ofNanos((micros.get(1) - micros.get(0)) * 1000);
  }

  /** Fetches the metrics of the other node; returns how many bytes that were. */
  public int fetch(String from, String to) {
    String get = "printf 'GET /metrics HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3; wc -c <&3";
    return Integer.parseInt(inNode(from, "exec 3<>" + http(to) + "; " + get).strip());
  }

  /** Sends datagrams to a port that nobody listens at; returns how many arrived. */
  public int datagrams(String from, String to, int count) {
    long before = counter(to, "snmp", "Udp", "NoPorts");
    String target = "/dev/udp/" + cluster.hosts().address(to) + "/9";
    inNode(from, "for ((i = 0; i < " + count + "; i++)); do echo >" + target + "; done");
    long end = System.nanoTime() + SHORT.toNanos() / 2;
    long arrived = 0;
    while (arrived < count && System.nanoTime() - end < 0) {
      arrived = counter(to, "snmp", "Udp", "NoPorts") - before;
    }
    return (int) arrived;
  }

  /** Segments of TCP that a node's machine has got before those that were sent before them. */
  public long overtaken(String node) {
    return counter(node, "netstat", "TcpExt", "TCPOFOQueue");
  }

  /** A number from a table of the kernel that has a line of names and a line of values. */
  private long counter(String node, String table, String group, String name) {
    List<String[]> lines =
        inNode(node, "cat /proc/net/" + table)
            .lines()
            .filter(line -> line.startsWith(group + ":"))
            .map(line -> line.split(" "))
            .toList();
    return Long.parseLong(lines.get(1)[List.of(lines.get(0)).indexOf(name)]);
  }

  private String inNode(String node, String line) {
    return ShellCommand.run(cluster.hosts().inNode(node), "timeout", "30", "bash", "-c", line);
  }

  /** Runs a program with the same lies about time and disk as the node. */
  public String besides(NodeProcess node, String... words) {
    List<String> command = new ArrayList<>(List.of("env"));
    try (Stream<String> all = Stream.of(Files.readString(proc(node, "environ")).split("\0"))) {
      all.filter(each -> each.matches("(LD_PRELOAD|CLOCKSHIM|DISKSHIM|DISKSHIM_BELOW)=.*"))
          .forEach(command::add);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
    return ShellCommand.run(ShellCommand.joined(command, words), "");
  }

  /** The node's threads and their states as the kernel sees them: T was stopped, D hangs. */
  public Map<Path, Character> threads(NodeProcess node) {
    Map<Path, Character> states = new HashMap<>();
    try (Stream<Path> all = Files.list(proc(node, "task"))) {
      all.forEach(thread -> state(thread).ifPresent(state -> states.put(thread, state)));
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
    return states;
  }

  private static Optional<Character> state(Path thread) {
    try {
      String line = Files.readString(thread.resolve("stat"));
      return Optional.of(line.charAt(line.lastIndexOf(')') + 2));
    } catch (IOException ended) {
      return Optional.empty();
    }
  }

  private Path proc(NodeProcess node, String file) {
    return Path.of("/proc", cluster.hosts().pid(node.id()).orElseThrow().toString(), file);
  }

  /** What the node's own Java says, by the program jcmd. */
  public String jcmd(NodeProcess node, String... command) {
    String pid = cluster.hosts().pid(node.id()).orElseThrow().toString();
    return ShellCommand.run(List.of("jcmd", pid), command);
  }

  /** Seconds since its start, by the node's monotonic clock. */
  public double uptime(NodeProcess node) {
    HttpRequest request =
        HttpRequest.newBuilder(node.url().resolve("/metrics")).timeout(LONG).build();
    String metrics = http.sendAsync(request, BodyHandlers.ofString()).join().body();
    String name = "process_uptime_seconds ";
    return Double.parseDouble(
        metrics
            .lines()
            .filter(line -> line.startsWith(name))
            .map(line -> line.substring(name.length()))
            .findFirst()
            .orElseThrow());
  }
}
