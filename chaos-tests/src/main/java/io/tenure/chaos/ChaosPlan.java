package io.tenure.chaos;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.ClusterPlan;
import io.tenure.chaos.cluster.Hosts;
import io.tenure.chaos.workload.Load;
import io.tenure.chaos.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What is to be run.
 *
 * @param directory for everything that the run leaves behind
 * @param faults names and families
 * @param command that repeats it
 */
record ChaosPlan(
    Ground ground, Path directory, long seed, List<String> faults, Work work, String command) {

  /**
   * How long nodes under test wait at least for the owner of a promoted claim to ask. It is put
   * into their configuration, and the checkers allow for it.
   */
  static final Duration PROMOTION_GRACE = Duration.ofSeconds(2);

  /**
   * What cluster it is.
   *
   * @param home the distribution that nodes are started from
   * @param settings further lines of the configuration
   * @param overlay classes that the nodes load first
   * @param peerTls whether nodes talk to each other over TLS
   */
  record Ground(
      Path home,
      Hosts.Kind kind,
      int nodes,
      Map<String, String> settings,
      List<Path> overlay,
      boolean peerTls) {

    ClusterPlan clusterPlan(Path nodesDirectory, Set<Capability> needs) {
      return ClusterPlan.of(home.toAbsolutePath(), nodesDirectory)
          .withSize(nodes)
          .withSettings(configuration())
          .withClassPath(overlay)
          .withPeerTls(peerTls)
          .wanting(needs);
    }

    /**
     * A node without a leader says so before the clients' patience ends; and who never asks for
     * what it was promoted to does not keep the others waiting for long.
     */
    private List<String> configuration() {
      Map<String, String> lines = new LinkedHashMap<>();
      lines.put("leader.wait", "1s");
      lines.put("request.timeout", "3s");
      lines.put("claims.promotion-grace", PROMOTION_GRACE.toSeconds() + "s");
      lines.putAll(settings);
      return lines.entrySet().stream()
          .map(line -> line.getKey() + " = " + line.getValue())
          .toList();
    }
  }

  /**
   * What the clients do.
   *
   * @param operations so many are answered at least, if the machine is slow
   * @param workloads names; empty for all
   */
  record Work(Duration length, int operations, List<String> workloads, int keys, int clients) {

    private static final Duration TIMEOUT = Duration.ofSeconds(4);

    /** How many clients each workload has. */
    int clientsEach() {
      return keys * clients;
    }

    Load load(String prefix, long seed) {
      List<String> known = Workloads.names();
      List<String> wanted = workloads.isEmpty() ? known : workloads;
      wanted.stream()
          .filter(name -> !known.contains(name))
          .findFirst()
          .ifPresent(
              name -> {
                throw new CannotRunException(
                    "no workload is named " + name + "; there are " + known);
              });
      return new Load(prefix, seed, wanted, keys, clients, TIMEOUT);
    }
  }

  String title() {
    String where =
        switch (ground.kind()) {
          case NETNS -> "network namespaces";
          case DOCKER -> "Docker";
          case LOOPBACK -> "loopback";
        };
    return String.format(Locale.ROOT, "%d nodes on %s", ground.nodes(), where);
  }
}
