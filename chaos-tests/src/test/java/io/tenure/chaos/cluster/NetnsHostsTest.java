package io.tenure.chaos.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Requires({Capability.NETNS, Capability.NFT, Capability.DELAY})
class NetnsHostsTest extends NetworkedHostsContract {

  NetnsHostsTest() {
    super(Hosts.Kind.NETNS);
  }

  @Test
  void two_clusters_live_side_by_side_and_leave_nothing(@TempDir Path directory) {
    Path home = Path.of(System.getProperty("tenure.home"));
    List<String> before = namespaces();

    try (Cluster other =
        new Cluster(Hosts.of(Hosts.Kind.NETNS), ClusterPlan.of(home, directory).withSize(1))) {
      other.start();
      assertThat(other.urls()).doesNotContainAnyElementsOf(cluster().urls());
      assertThat(namespaces()).hasSize(before.size() + 2);
    }

    assertThat(namespaces()).containsExactlyInAnyOrderElementsOf(before);
  }

  @Test
  void what_a_dead_process_has_left_is_removed_by_the_next(@TempDir Path directory) {
    String left = "tenure-999999999-1-switch"; // there is no such process
    Command.run(List.of("ip", "netns", "add", left));

    Path home = Path.of(System.getProperty("tenure.home"));
    new Cluster(Hosts.of(Hosts.Kind.NETNS), ClusterPlan.of(home, directory).withSize(1)).close();

    assertThat(Command.run(List.of("ip", "netns", "list"))).doesNotContain(left);
  }

  private static List<String> namespaces() {
    String own = "tenure-" + ProcessHandle.current().pid() + "-";
    return Command.run(List.of("ip", "netns", "list"))
        .lines()
        .map(line -> line.split(" ", 2)[0])
        .filter(line -> line.startsWith(own))
        .toList();
  }
}
