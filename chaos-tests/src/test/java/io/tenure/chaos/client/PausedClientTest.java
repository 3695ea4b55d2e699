package io.tenure.chaos.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.ProcessCluster;
import io.tenure.client.Claim;
import io.tenure.client.LockManager;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(300)
class PausedClientTest {

  private static final String RESOURCE = "held by a process that is stopped";

  @TempDir Path directory;

  @Test
  void a_client_that_was_stopped_past_its_ttl_never_believes_that_it_still_holds()
      throws Exception {
    try (RealCluster cluster = new RealCluster(directory)) {
      Child child = new Child(cluster);
      try {
        long id = child.awaitClaim();
        child.awaitLine("held ");

        child.signal("STOP");
        ProcessCluster.await("its end", () -> cluster.show(id).status().equals("expired"));
        long ended = System.currentTimeMillis();
        try (LockManager manager = LockManager.builder(cluster.urls()).build();
            Claim next = manager.claim(RESOURCE)) {
          assertThat(next.isHeld()).isTrue();
          child.ask(); // it answers as soon as it goes on
          child.signal("CONT");
          child.awaitLine("lost ");
          child.awaitLine("free ");
        }

        assertThat(child.lines.stream().filter(line -> line.startsWith("held ")))
            .isNotEmpty()
            .allSatisfy(line -> assertThat(Long.parseLong(line.substring(5))).isLessThan(ended));
      } finally {
        child.end();
      }
    }
  }

  private static final class Child {
    private final Process process;
    private final BlockingQueue<String> fresh = new LinkedBlockingQueue<>();
    private final List<String> lines = new ArrayList<>();

    Child(RealCluster cluster) throws IOException {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-Xmx128m", "-cp", System.getProperty("java.class.path")));
      command.addAll(List.of(BelievingChild.class.getName(), RESOURCE, "3000"));
      cluster.urls().forEach(url -> command.add(url.toString()));
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
      Thread reader = new Thread(this::read, "child-output");
      reader.setDaemon(true);
      reader.start();
    }

    private void read() {
      try (BufferedReader output =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
          fresh.add(line);
        }
      } catch (IOException ended) {
        fresh.add("end");
      }
    }

    long awaitClaim() throws IOException, InterruptedException {
      return Long.parseLong(awaitLine("claim ").substring("claim ".length()));
    }

    /** Lets the child say what it believes. */
    void ask() throws IOException {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    }

    /** Asks until the child says something that begins so. */
    String awaitLine(String beginning) throws IOException, InterruptedException {
      while (true) {
        ask();
        String line = fresh.poll(60, TimeUnit.SECONDS);
        assertThat(line).as("a line that begins with %s, after %s", beginning, tail()).isNotNull();
        lines.add(line);
        if (line.startsWith(beginning)) {
          return line;
        }
      }
    }

    private List<String> tail() {
      return lines.subList(Math.max(0, lines.size() - 5), lines.size());
    }

    void signal(String name) throws Exception {
      String pid = Long.toString(process.pid());
      assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor()).isZero();
    }

    void end() throws InterruptedException {
      process.destroyForcibly();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
  }
}
