package io.tenure.node.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigFile;
import io.tenure.config.NodeConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalClusterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Shown shown = new Shown();

  @TempDir private Path root;

  private LocalDirectory directory() {
    return new LocalDirectory(root);
  }

  private LocalCluster cluster(int port) throws Exception {
    directory().writeConfig(3, port, false);
    ClusterConfig config = ConfigFile.read(directory().config(), Map.of());
    return new LocalCluster(config, directory(), new Screen(new PrintWriter(shown, true)));
  }

  private List<String> fake(NodeConfig node, String behaviour) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        FakeNode.class.getName(),
        node.id(),
        Integer.toString(node.httpPort()),
        root.resolve("stopped").toString(),
        behaviour);
  }

  @Test
  void aClusterStartsSaysWhoLeadsAndStopsItsLeaderLast() throws Exception {
    LocalCluster cluster = cluster(31_201);
    try {
      cluster.start((node, bootstrap) -> fake(node, "serve"), Set.of());
      assertThat(cluster.awaitReady(PATIENCE).id()).isEqualTo("n1");
      assertThat(directory().isBootstrapped()).isTrue();
      assertThat(cluster.isRunning()).isTrue();
    } finally {
      cluster.stop();
    }
    assertThat(cluster.isRunning()).isFalse();
    assertThat(Files.readAllLines(root.resolve("stopped"))).containsExactly("n2", "n3", "n1");
    assertThat(root.resolve("n1.log")).content().contains("nothing of interest", "n1 stopped");
    assertThat(shown.toString().lines())
        .containsExactlyInAnyOrder(
            "[n1] 2026-11-16T12:00:00.000Z WARN  n1 warns",
            "[n2] 2026-11-16T12:00:00.000Z WARN  n2 warns",
            "[n3] 2026-11-16T12:00:00.000Z WARN  n3 warns");
  }

  @Test
  void aNodeThatDoesNotStartIsReportedWithItsLastWords() throws Exception {
    LocalCluster cluster = cluster(31_211);
    try {
      cluster.start(
          (node, bootstrap) -> fake(node, node.id().equals("n2") ? "fail" : "serve"), Set.of());
      assertThatThrownBy(() -> cluster.awaitReady(PATIENCE))
          .isInstanceOf(LocalClusterException.class)
          .hasMessageStartingWith("n2 did not start (exit code 3):\n")
          .hasMessageContaining("ERROR n2 has no disk")
          .extracting(failure -> ((LocalClusterException) failure).exitCode())
          .isEqualTo(3);
      assertThat(directory().isBootstrapped()).isFalse();
    } finally {
      cluster.stop();
    }
  }

  @Test
  void aNodeThatDiesLaterIsReportedAndTheOthersGoOn() throws Exception {
    LocalCluster cluster = cluster(31_221);
    try {
      cluster.start((node, bootstrap) -> fake(node, "serve"), Set.of());
      cluster.awaitReady(PATIENCE);
      CompletableFuture<Void> end = CompletableFuture.runAsync(cluster::awaitEnd);
      long victim = Long.parseLong(Files.readString(root.resolve("stopped-pid-n3")));
      ProcessHandle.of(victim).orElseThrow().destroyForcibly();
      shown.reported.get(30, TimeUnit.SECONDS);
      assertThat(cluster.isRunning()).isTrue();
      assertThat(end).isNotDone();
      cluster.stop();
      end.get(30, TimeUnit.SECONDS);
    } finally {
      cluster.stop();
    }
    assertThat(shown.toString())
        .contains("n3 ended unexpectedly (exit code 137); the other 2 go on without it.")
        .contains("The end of " + root.resolve("n3.log"))
        .contains("  2026-11-16T12:00:00.000Z WARN  n3 warns")
        .contains("To have n3 back, stop with Ctrl-C and start again.")
        .doesNotContain("n1 ended", "n2 ended");
  }

  /** Tells when a report is complete. */
  private static final class Shown extends StringWriter {
    private final CompletableFuture<Void> reported = new CompletableFuture<>();

    @Override
    public void flush() {
      if (toString().contains("start again.")) {
        reported.complete(null);
      }
    }
  }
}
