package io.tenure.chaos.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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
    URI url = node.url().resolve("/v1/claims/");
    String body = "{\"resource\":\"" + resource + "\",\"ttl\":600}";
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .header("Content-Type", "application/json")
            .timeout(LONG)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException noAnswer) {
      return 0;
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
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
    String target = "/dev/tcp/" + cluster.hosts().address(to) + "/8081";
    List<String> inNode = cluster.hosts().inNode(from);
    String line = "exec 3<>" + target;
    return Command.tried(Command.joined(inNode, "timeout", seconds, "bash", "-c", line), "")
        .isGood();
  }

  /** What the node's own Java says, by the program jcmd. */
  public String jcmd(NodeProcess node, String command) {
    return Command.run(
        List.of("jcmd", cluster.hosts().pid(node.id()).orElseThrow().toString(), command));
  }
}
