package io.tenure.bench.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sets up Tenure from its distribution, with the settings that it comes with. */
public final class TenureCluster {
  private static final Pattern LEADER = Pattern.compile("\"leader\"\\s*:\\s*\"([^\"]*)\"");
  private static final String BINARY = "bin/tenure";

  /**
   * What differs between runs.
   *
   * @param home the distribution
   * @param settings more lines for the configuration
   * @param profiles where each node writes a flight recording; empty for none
   */
  public record Setup(Path home, List<String> settings, List<Path> profiles) {}

  private TenureCluster() {}

  public static Cluster create(Site site, Setup setup) throws IOException {
    Path binary = setup.home().resolve(BINARY).toAbsolutePath();
    if (!Files.isExecutable(binary)) {
      throw new IOException(binary + " is not there; `./gradlew installDist` makes it");
    }
    List<Integer> ports = site.freePorts(2 * site.nodes());
    Path config = site.directoryOf("conf").resolve("cluster.conf");
    Files.write(config, configuration(site, ports, setup.settings()));
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < site.nodes(); i++) {
      String name = site.names().get(i);
      Path directory = site.directoryOf(name);
      List<String> command =
          List.of(
              binary.toString(),
              "node",
              "--config",
              config.toString(),
              "--node",
              name,
              "--data",
              directory.resolve("data").toString(),
              "--bootstrap");
      Member.Launch launch = new Member.Launch(command, environment(site, setup, i), directory);
      nodes.add(new Node(name, Site.address(ports.get(2 * i + 1)), launch));
    }
    return new Cluster("tenure", nodes);
  }

  private static Map<String, String> environment(Site site, Setup setup, int node) {
    String profile =
        setup.profiles().isEmpty()
            ? ""
            : "-XX:StartFlightRecording:settings=profile,filename=" + setup.profiles().get(node);
    return Map.of(
        "TENURE_HEAP",
        String.join(" ", site.heapOptions()),
        "TENURE_OPTS",
        profile,
        "_JAVA_SR_SIGNUM",
        "40");
  }

  private static List<String> configuration(Site site, List<Integer> ports, List<String> settings) {
    List<String> lines = new ArrayList<>();
    lines.add("cluster.name = bench");
    for (int i = 0; i < site.nodes(); i++) {
      String node = "node." + site.names().get(i);
      lines.add(node + ".host = " + Site.HOST);
      lines.add(node + ".raft-port = " + ports.get(2 * i));
      lines.add(node + ".http-port = " + ports.get(2 * i + 1));
    }
    lines.addAll(settings);
    return lines;
  }

  private static final class Node extends Member {
    Node(String name, InetSocketAddress address, Launch launch) {
      super(name, address, launch);
    }

    @Override
    boolean isReady() throws IOException, InterruptedException {
      return Site.get(address(), "/readyz").statusCode() == 200;
    }

    @Override
    boolean leads() throws IOException, InterruptedException {
      Matcher leader = LEADER.matcher(Site.get(address(), "/v1/cluster").body());
      return leader.find() && leader.group(1).equals(name());
    }
  }
}
