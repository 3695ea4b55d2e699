package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigFile;
import io.tenure.config.NodeConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tenure local} with real nodes: starts, serves, stops, and finds its data again. */
final class LocalCommandTest {
  private static final Pattern CURL = Pattern.compile("  curl -sS (\\S+) .* -d '(.*)'");

  @TempDir private Path root;

  /** A running {@code tenure local}, up to the line that ends its welcome. */
  private record Running(Process process, BufferedReader output, List<String> lines)
      implements AutoCloseable {

    String text() {
      return String.join("\n", lines);
    }

    String readOn(String last) throws IOException {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.add(line);
        if (line.contains(last)) {
          break;
        }
      }
      return text();
    }

    /** As Ctrl-C or `kill` would. */
    int stop() throws IOException, InterruptedException {
      process.toHandle().destroy();
      readOn("Stopped.");
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  private Running local(String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("local", "--data", root.toString()));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("TENURE_HEAP", "-Xmx256m");
    Process process = builder.start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    return new Running(process, output, new ArrayList<>());
  }

  private static HttpResponse<String> send(HttpRequest request)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aClusterStartsServesStopsAndFindsItsDataAgain() throws Exception {
    try (Running first = local("--base-port", "31301")) {
      String welcome = first.readOn("Ctrl-C stops all nodes");
      assertThat(welcome)
          .contains(": 3 nodes, n")
          .contains("n1  http://127.0.0.1:31301", "n2  http://127.0.0.1:31302")
          .contains("tenure locket --locket 127.0.0.1:32301 lock printer me")
          .containsOnlyOnce("(leader)");
      Matcher curl = CURL.matcher(welcome);
      assertThat(curl.find()).as("a curl line in:\n%s", welcome).isTrue();
      HttpRequest post =
          HttpRequest.newBuilder(URI.create(curl.group(1)))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(curl.group(2)))
              .build();
      assertThat(send(post).statusCode()).isEqualTo(201);
      assertThat(first.stop()).as("exit code after SIGTERM").isEqualTo(143);
      assertThat(first.text()).endsWith("Stopped.").doesNotContain("killed", "unexpectedly");
    }
    assertAllLogsEndWell();

    try (Running second = local()) {
      second.readOn("Ctrl-C stops all nodes");
      HttpRequest get =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:31303/v1/claims/")).build();
      assertThat(send(get).body()).contains("\"resource\":\"printer\"");
      second.stop();
    }

    try (Running third = local("--nodes", "5")) {
      assertThat(third.readOn("--nodes out")).contains("has a cluster of 3 nodes, not of 5");
      assertThat(third.process().waitFor()).isEqualTo(ExitCode.IDENTITY);
    }
  }

  private void assertAllLogsEndWell() throws Exception {
    ClusterConfig config = ConfigFile.read(root.resolve("cluster.conf"), Map.of());
    for (NodeConfig node : config.nodes()) {
      assertThat(root.resolve(node.id() + ".log"))
          .content()
          .endsWith("INFO  stopped\n")
          .doesNotContain(" ERROR ");
    }
  }
}
