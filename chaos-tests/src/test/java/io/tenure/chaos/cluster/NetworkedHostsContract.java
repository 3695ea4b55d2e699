package io.tenure.chaos.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What hosts with a network of their own do besides. */
abstract class NetworkedHostsContract extends HostsContract {

  NetworkedHostsContract(Hosts.Kind kind) {
    super(kind);
  }

  @Test
  void a_partition_parts_nodes_and_lets_clients_pass() {
    NodeProcess leader = cluster().leader();
    List<String> rest =
        cluster().nodes().stream().filter(n -> n != leader).map(NodeProcess::id).toList();

    Runnable heal = cluster().network().cut(NetworkLink.between(List.of(leader.id()), rest));

    assertThat(probe().connects(leader.id(), rest.get(0))).isFalse();
    assertThat(probe().connects(rest.get(1), leader.id())).isFalse();
    assertThat(probe().connects(rest.get(0), rest.get(1))).isTrue();
    assertThat(probe().answers(leader)).isTrue();
    assertThat(probe().claim(cluster().node(rest.get(0)), "majority-" + kind())).isEqualTo(201);
    heal.run();
    assertThat(probe().connects(leader.id(), rest.get(0))).isTrue();
    cluster().awaitLeader(Duration.ofSeconds(60));
  }

  @Test
  void packets_come_late_when_told() {
    Lateness late = new Lateness(Duration.ofMillis(200), Duration.ZERO, 0, false);

    Runnable heal =
        cluster().network().delay(NetworkLink.between(List.of("n1"), List.of("n2")), late, 1);

    assertThat(probe().connectTime("n1", "n2")).isGreaterThan(Duration.ofMillis(400));
    heal.run();
    Waiting.until(
        "a quick connection",
        Duration.ofSeconds(30),
        () -> probe().connectTime("n1", "n2").toMillis() < 400);
    cluster().awaitLeader(Duration.ofSeconds(60));
  }

  private Hosts.Kind kind() {
    return cluster().hosts().kind();
  }
}
