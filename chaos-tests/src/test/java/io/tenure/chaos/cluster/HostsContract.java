package io.tenure.chaos.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.Hosts.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What every kind of hosts does alike, on a real cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
abstract class HostsContract {

  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private final Kind kind;
  private Cluster cluster;
  private ClusterProbe probe;

  HostsContract(Kind kind) {
    this.kind = kind;
  }

  @BeforeAll
  void start(@TempDir Path directory) {
    Path home = Path.of(System.getProperty("tenure.home"));
    cluster = new Cluster(Hosts.of(kind), ClusterPlan.of(home, directory));
    cluster.start();
    probe = new ClusterProbe(cluster);
  }

  @AfterAll
  void stop() {
    cluster.close();
    assertThat(cluster.nodes()).noneMatch(NodeProcess::isRunning);
  }

  final Cluster cluster() {
    return cluster;
  }

  final ClusterProbe probe() {
    return probe;
  }

  @Test
  void a_node_that_is_killed_is_gone_at_once_and_comes_back_with_its_data() throws Exception {
    NodeProcess node = cluster.leader();
    assertThat(probe.claim(node, "kept")).isEqualTo(201);

    node.kill();
    assertThat(node.isRunning()).isFalse();
    assertThat(node.exitCode()).hasValue(137);
    node.start();

    cluster.awaitLeader(PATIENCE);
    assertThat(probe.claim(node, "kept")).as("the second in the queue").isEqualTo(202);
    cluster.awaitEqualStates(PATIENCE);
    assertThat(Files.size(node.log())).isPositive();
  }

  @Test
  void nodes_talk_over_tls_and_take_only_certificates_of_this_run() {
    PeerProbe peers = new PeerProbe(cluster);
    NodeProcess node = cluster.leader();
    PeerIdentity foreign = cluster.certificates().foreign("n1");

    assertThat(peers.takes(node, cluster.certificates().own("n1"))).isTrue();
    Waiting.until("a refusal of another authority", PATIENCE, () -> !peers.takes(node, foreign));
  }

  @Test
  void a_node_that_is_told_to_stop_ends_in_good_order() {
    NodeProcess node = cluster.leader();

    node.terminate();

    assertThat(node.exitCode()).hasValue(143);
    node.start();
    cluster.awaitLeader(PATIENCE);
  }

  @Test
  void a_node_that_is_paused_is_silent_and_goes_on_where_it_was() {
    NodeProcess node = cluster.leader();

    node.pause();
    assertThat(probe.answers(node)).isFalse();
    assertThat(node.isRunning()).isTrue();
    node.resume();

    cluster.awaitLeader(PATIENCE);
    assertThat(probe.answers(node)).isTrue();
  }
}
