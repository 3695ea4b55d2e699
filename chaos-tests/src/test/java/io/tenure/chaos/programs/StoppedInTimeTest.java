package io.tenure.chaos.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.ProcessCluster;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A command that ignores TERM, and whose lease cannot be renewed any more, is dead before the lease
 * ends: by the cluster's own record of the end, and whatever keeps the wrapper from renewing it.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Isolated("it measures who was alive when")
@Timeout(300)
class StoppedInTimeTest {

  private static final int BATCHES = 5;
  private static final int ROUNDS = 10;
  private static final int ATTEMPTS = 5;
  private static final double TTL = 4;

  /** Both processes write the time, again and again, for as long as they live. */
  private static final String STUBBORN =
      "trap '' TERM INT HUP; echo $TENURE_CLAIM >$1.claim;"
          + " (while :; do date +%s.%N >>$1.beats; sleep 0.1; done) &"
          + " while :; do date +%s.%N >>$1.beats; sleep 0.1; done";

  @TempDir Path directory;
  private ProcessCluster cluster;
  private NodeProcess paused;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<SilentProxy> proxies = new ArrayList<>();

  /** What keeps the wrapper from renewing. */
  private enum Trouble {
    NODE_STOPPED,
    NETWORK_SILENT,
    WRAPPER_STOPPED,
    WRAPPER_KILLED
  }

  private record Round(
      Trouble trouble, Path files, Tenure.Running run, Optional<SilentProxy> proxy) {

    @Override
    public String toString() {
      String state = run.process().isAlive() ? "runs" : "ended: " + run.process().exitValue();
      return trouble + " " + files.getFileName() + " " + state + " " + Tenure.read(run.err());
    }

    Path file(String kind) {
      return files.resolveSibling(files.getFileName() + "." + kind);
    }

    long claim() {
      return Long.parseLong(Tenure.read(file("claim")).strip());
    }

    boolean isSettled() {
      return isUp() || !run.process().isAlive();
    }

    boolean isUp() {
      return Tenure.read(file("beats")).lines().count() > 4;
    }
  }

  @BeforeEach
  void start() {
    cluster = new ProcessCluster(Tenure.home(), directory, 3, List.of());
    cluster.start();
    NodeProcess leader = cluster.leader();
    paused =
        cluster.nodes().stream().filter(n -> !n.id().equals(leader.id())).findFirst().orElseThrow();
  }

  @AfterEach
  void stop() {
    proxies.forEach(SilentProxy::close);
    paused.resume();
    cluster.close();
  }

  @Test
  void a_command_that_ignores_TERM_is_dead_before_the_lease_ends() throws Exception {
    for (int batch = 0; batch < BATCHES; batch++) {
      try (Tenure tenure = new Tenure(directory, cluster.urls())) {
        List<Round> rounds = beginAll(tenure, batch * ROUNDS);
        rounds.forEach(this::trouble);
        for (Round round : rounds) {
          check(round);
        }
        paused.resume();
        rounds.forEach(round -> round.run().signal("CONT"));
        rounds.forEach(this::checkExit);
        cluster.awaitReady();
      }
    }
  }

  /** On a machine that is very busy a short lease may be over before its command could start. */
  private List<Round> beginAll(Tenure tenure, int first) {
    List<Round> rounds = new ArrayList<>();
    for (int attempt = 0; attempt < ATTEMPTS && rounds.size() < ROUNDS; attempt++) {
      List<Round> begun = new ArrayList<>();
      for (int i = rounds.size(); i < ROUNDS; i++) {
        begun.add(begin(tenure, first + i, attempt));
      }
      ProcessCluster.await("all commands to run", () -> begun.stream().allMatch(Round::isSettled));
      begun.stream().filter(Round::isUp).forEach(rounds::add);
    }
    assertThat(rounds).as("commands that run").hasSize(ROUNDS);
    return rounds;
  }

  private Round begin(Tenure tenure, int number, int attempt) {
    Trouble trouble = Trouble.values()[number % Trouble.values().length];
    Optional<SilentProxy> proxy = Optional.empty();
    URI url = paused.url();
    if (trouble != Trouble.NODE_STOPPED) {
      proxy = Optional.of(new SilentProxy(other().url()));
      proxies.add(proxy.get());
      url = proxy.get().url();
    }
    Path files = directory.resolve("round-" + number + "-" + attempt);
    Tenure.Running run =
        tenure.start(
            "run",
            "--url",
            url.toString(),
            "--resource",
            "round-" + number + "-" + attempt,
            "--ttl",
            Double.toString(TTL),
            "--",
            "sh",
            "-c",
            STUBBORN,
            "stubborn",
            files.toString());
    return new Round(trouble, files, run, proxy);
  }

  private void trouble(Round round) {
    switch (round.trouble()) {
      case NODE_STOPPED -> paused.pause();
      case NETWORK_SILENT -> round.proxy().orElseThrow().fallSilent();
      case WRAPPER_STOPPED -> round.run().signal("STOP");
      case WRAPPER_KILLED -> round.run().signal("KILL");
    }
  }

  /** Waits for the cluster to say that the claim has ended, and looks who is alive then. */
  private void check(Round round) {
    long id = round.claim();
    ProcessCluster.await(
        "claim " + id + " to end", () -> !claim(id).path("status").asText().equals("active"));
    JsonNode end = claim(id).path("status_history");
    JsonNode last = end.get(end.size() - 1);
    BigDecimal ended = seconds(Instant.parse(last.path("timestamp").asText()));
    BigDecimal lastBeat =
        Tenure.read(round.file("beats"))
            .lines()
            .filter(line -> line.matches("\\d+\\.\\d{9}"))
            .map(BigDecimal::new)
            .max(BigDecimal::compareTo)
            .orElseThrow();
    assertThat(last.path("status").asText()).as("%s", round).isIn("expired", "released", "aborted");
    assertThat(lastBeat).as("%s: last sign of life", round).isLessThan(ended);
  }

  private void checkExit(Round round) {
    if (round.trouble() != Trouble.WRAPPER_KILLED) {
      assertThat(round.run().await().code()).as("%s", round).isEqualTo(76);
    }
  }

  private NodeProcess other() {
    return cluster.nodes().stream()
        .filter(node -> !node.id().equals(paused.id()))
        .findFirst()
        .orElseThrow();
  }

  private JsonNode claim(long id) {
    URI url = other().url().resolve("/v1/claims/" + id + "/");
    try {
      return Tenure.JSON.readTree(
          http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString()).body());
    } catch (IOException failure) {
      throw new AssertionError(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  private static BigDecimal seconds(Instant time) {
    return BigDecimal.valueOf(time.getEpochSecond()).add(BigDecimal.valueOf(time.getNano(), 9));
  }
}
