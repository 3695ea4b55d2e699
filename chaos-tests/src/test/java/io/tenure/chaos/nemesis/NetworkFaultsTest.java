package io.tenure.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.Requires;
import io.tenure.chaos.cluster.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayNameGeneration(ReplaceUnderscores.class)
@ExtendWith(SharedBench.class)
@Requires({Capability.NETNS, Capability.NFT, Capability.DELAY})
@Timeout(300)
class NetworkFaultsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final FaultBench bench;

  NetworkFaultsTest(FaultBench bench) {
    this.bench = bench;
  }

  @Test
  void a_minority_is_cut_off_and_refuses_while_the_majority_serves() {
    bench.bites(
        "partition-leader",
        fault -> {
          NodeProcess alone = bench.cluster().node(fault.cutOff().iterator().next());
          assertThat(pairsThatConnect()).hasSize(2);
          assertThat(bench.probe().claim(alone, "minority")).isEqualTo(503);
          assertThat(bench.probe().claim(other(alone), "majority")).isEqualTo(201);
        });
    bench.bites("partition-halves", fault -> assertThat(pairsThatConnect()).hasSize(2));
  }

  @Test
  void cuts_leave_just_the_ways_that_they_should() {
    bench.bites("partition-all", fault -> assertThat(pairsThatConnect()).isEmpty());
    bench.bites("partition-bridge", fault -> assertThat(pairsThatConnect()).hasSize(4));
    bench.bites("partition-ring", fault -> assertThat(pairsThatConnect()).isEmpty());
    bench.bites("one-way-leader-out", fault -> assertThat(pairsThatConnect()).hasSize(2));
    bench.bites("one-way-leader-in", fault -> assertThat(pairsThatConnect()).hasSize(2));
    bench.bites("link-cut", fault -> assertThat(pairsThatConnect()).hasSize(4));
    bench.bites("link-cut-one-way", fault -> assertThat(pairsThatConnect()).hasSize(4));
  }

  @Test
  void new_connections_fail_while_open_ones_serve() {
    bench.bites(
        "no-new-connections",
        fault -> {
          assertThat(pairsThatConnect()).isEmpty();
          assertThat(bench.claim()).isEqualTo(201);
        });
  }

  @Test
  void lost_packets_are_sent_again_late() {
    bench.bites(
        "loss",
        fault ->
            Waiting.until(
                "a connection that takes as long as a packet that is sent again",
                PATIENCE,
                () -> !isQuick(fault.target(), other(bench.victim(fault)).id())));
    bench.bites(
        "loss-all",
        fault -> Waiting.until("a slow connection", PATIENCE, () -> !isQuick("n1", "n2")));
  }

  @Test
  void delayed_packets_are_late() {
    bench.bites("delay", fault -> assertThat(connectMillis("n1", "n2")).isGreaterThan(40));
    bench.bites(
        "delay-one",
        fault -> {
          String one = fault.target();
          assertThat(connectMillis(one, other(bench.victim(fault)).id())).isGreaterThan(100);
        });
    bench.bites("jitter", fault -> assertThat(connectMillis("n1", "n2")).isGreaterThan(20));
    bench.bites("reorder", fault -> assertThat(connectMillis("n1", "n2")).isGreaterThan(10));
  }

  @Test
  void a_thin_pipe_still_carries_what_is_small() {
    bench.bites(
        "bandwidth",
        fault -> {
          assertThat(fault.detail()).contains("kbit/s");
          assertThat(bench.claim()).isEqualTo(201);
        });
  }

  @Test
  void mixtures_do_all_their_parts() {
    bench.bites(
        "mixture-delay-loss", fault -> assertThat(connectMillis("n1", "n2")).isGreaterThan(40));
  }

  private boolean isQuick(String from, String to) {
    return bench.probe().connectTime(from, to).toMillis() < 900;
  }

  private long connectMillis(String from, String to) {
    return bench.probe().connectTime(from, to).toMillis();
  }

  private NodeProcess other(NodeProcess node) {
    return bench.cluster().nodes().stream().filter(each -> each != node).findFirst().orElseThrow();
  }

  /** Ordered pairs of nodes of which the first can open a connection to the second. */
  private List<String> pairsThatConnect() {
    List<String> pairs = new ArrayList<>();
    for (NodeProcess from : bench.cluster().nodes()) {
      for (NodeProcess to : bench.cluster().nodes()) {
        pairs.add(from + ">" + to);
      }
    }
    return pairs.parallelStream()
        .map(pair -> pair.split(">"))
        .filter(pair -> !pair[0].equals(pair[1]) && bench.probe().connects(pair[0], pair[1]))
        .map(pair -> pair[0] + ">" + pair[1])
        .toList();
  }
}
