package io.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.ProcessCluster;
import io.tenure.client.ClaimInfo;
import io.tenure.client.ClaimsApi;
import io.tenure.client.transport.ConnectionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three real processes under load, and what may not happen when one of them dies or stops. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(300)
class FailoverTest {

  private static final int CLIENTS = 6;
  private static final Duration LONG = Duration.ofMinutes(30);

  @TempDir static Path directory;
  private static ProcessCluster cluster;

  @BeforeAll
  static void start() {
    Path home = Path.of(System.getProperty("tenure.home"));
    cluster = new ProcessCluster(home, directory, 3, List.of());
    cluster.start();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void every_acknowledged_claim_survives_kill_9_of_the_leader() throws Exception {
    Load load = new Load("killed-leader");
    load.awaitAcknowledged(100);

    for (int round = 0; round < 3; round++) {
      NodeProcess leader = cluster.leader();
      leader.kill();
      load.awaitAcknowledged(50);
      leader.start();
      cluster.awaitReady();
    }
    load.stop();

    load.mustAllBeActive();
    cluster.awaitEqualStates();
  }

  @Test
  void a_leader_that_is_stopped_and_goes_on_loses_nothing_and_grants_nothing_twice()
      throws Exception {
    ClaimsApi client = client(Duration.ofSeconds(20));
    ClaimInfo held = file(client, "held-through-the-pause");
    Load load = new Load("stopped-leader");
    load.awaitAcknowledged(100);
    NodeProcess leader = cluster.leader();

    leader.pause();
    load.awaitAcknowledged(100); // the others have elected a new leader
    leader.resume();
    load.awaitAcknowledged(100);
    load.stop();

    load.mustAllBeActive();
    cluster.awaitEqualStates();
    assertThat(client.show(held.id()).join().isActive()).isTrue();
    assertThat(file(client, "held-through-the-pause").queuePosition()).hasValue(1);
  }

  @Test
  void all_nodes_killed_at_once_come_back_with_everything() throws Exception {
    Load load = new Load("all-killed");
    load.awaitAcknowledged(200);

    cluster.nodes().forEach(NodeProcess::kill);
    load.stop();
    cluster.start();

    load.mustAllBeActive();
    cluster.awaitEqualStates();
  }

  @Test
  void nodes_that_are_told_to_stop_end_by_themselves_and_one_after_another_interrupt_nobody()
      throws Exception {
    Load load = new Load("rolling");
    load.awaitAcknowledged(50);

    for (NodeProcess node : cluster.nodes()) {
      node.terminate();
      assertThat(node.exitCode()).hasValue(143);
      load.awaitAcknowledged(50);
      node.start();
      cluster.awaitReady();
    }
    load.stop();

    load.mustAllBeActive();
  }

  private static ClaimsApi client(Duration patience) {
    return ClaimsApi.open(ConnectionSettings.to(cluster.urls())).withPatience(patience);
  }

  private static ClaimInfo file(ClaimsApi client, String resource) {
    return client.file(resource, LONG, Optional.empty(), Duration.ZERO).join();
  }

  /** Clients that file claims on names of their own, and remember what was acknowledged. */
  private static final class Load {

    private final String prefix;
    private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Map<Long, String> acknowledged = new ConcurrentHashMap<>();
    private final List<Future<?>> running = new ArrayList<>();

    Load(String prefix) {
      this.prefix = prefix;
      for (int i = 0; i < CLIENTS; i++) {
        int number = i;
        running.add(threads.submit(() -> run(number)));
      }
    }

    private void run(int number) {
      ClaimsApi client = client(Duration.ofSeconds(40));
      for (int i = 0; !stopped.get(); i++) {
        String resource = prefix + "/" + number + "/" + i;
        ClaimInfo claim = file(client, resource);
        assertThat(claim.isActive()).as("%s was filed once", resource).isTrue();
        assertThat(acknowledged.put(claim.id(), resource)).isNull();
      }
    }

    void awaitAcknowledged(int more) {
      int goal = acknowledged.size() + more;
      ProcessCluster.await(
          more + " more claims",
          () -> acknowledged.size() >= goal || running.stream().anyMatch(Future::isDone));
    }

    /** Ends the clients; one that is in a call finishes it when the cluster answers again. */
    void stop() throws Exception {
      stopped.set(true);
      threads.shutdown();
    }

    void mustAllBeActive() throws Exception {
      assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
      for (Future<?> each : running) {
        each.get();
      }
      ClaimsApi client = client(Duration.ofSeconds(20));
      for (Map.Entry<Long, String> each : acknowledged.entrySet()) {
        ClaimInfo claim = client.show(each.getKey()).join();
        assertThat(claim.resource()).isEqualTo(each.getValue());
        assertThat(claim.isActive()).as("%s is held", claim.resource()).isTrue();
      }
    }
  }
}
