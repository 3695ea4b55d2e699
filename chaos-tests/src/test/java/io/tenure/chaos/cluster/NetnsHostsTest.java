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
    String own;

    try (Cluster other =
        new Cluster(Hosts.of(Hosts.Kind.NETNS), ClusterPlan.of(home, directory).withSize(1))) {
      other.start();
      own = mark(other);
      assertThat(other.urls()).doesNotContainAnyElementsOf(cluster().urls());
      assertThat(namespaces(own)).hasSize(2);
    }

    assertThat(namespaces(own)).isEmpty();
    assertThat(namespaces(mark(cluster()))).hasSize(4);
  }

  @Test
  void what_a_dead_process_has_left_is_removed_by_the_next(@TempDir Path directory) {
    String left = "tenure-999999999-1-switch"; // there is no such process
    ShellCommand.run(List.of("ip", "netns", "add", left));

    Path home = Path.of(System.getProperty("tenure.home"));
    new Cluster(Hosts.of(Hosts.Kind.NETNS), ClusterPlan.of(home, directory).withSize(1)).close();

    assertThat(ShellCommand.run(List.of("ip", "netns", "list"))).doesNotContain(left);
  }

  /** How the names of all its namespaces begin: {@code /run/netns/<mark>switch}. */
  private static String mark(Cluster cluster) {
    List<String> inSwitch = cluster.hosts().inSwitch();
    String path = inSwitch.get(inSwitch.size() - 1);
    return path.substring(path.lastIndexOf('/') + 1, path.length() - "switch".length());
  }

  private static List<String> namespaces(String mark) {
    return ShellCommand.run(List.of("ip", "netns", "list"))
        .lines()
        .filter(line -> line.startsWith(mark))
        .toList();
  }
}
