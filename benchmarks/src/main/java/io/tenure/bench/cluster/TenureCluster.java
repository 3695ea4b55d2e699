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
  private static final int PORTS = 3;

  /**
   * What differs between runs.
   *
   * @param home the distribution
   * @param settings more lines for the configuration
   * @param profiles where each node writes a flight recording; empty for none
   * @param grpc whether each node listens for gRPC as well
   */
  public record Setup(Path home, List<String> settings, List<Path> profiles, boolean grpc) {}

  private TenureCluster() {}

  public static BenchCluster create(Site site, Setup setup) throws IOException {
    Path binary = setup.home().resolve(BINARY).toAbsolutePath();
    if (!Files.isExecutable(binary)) {
      throw new IOException(binary + " is not there; `./gradlew installDist` makes it");
    }
    List<Integer> ports = site.freePorts(PORTS * site.nodes());
    Path config = site.directoryOf("conf").resolve("cluster.conf");
    Files.write(config, configuration(site, ports, setup));
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
      ServerProcess.Launch launch =
          new ServerProcess.Launch(command, environment(site, setup, i), directory);
      InetSocketAddress grpc = Site.address(ports.get(PORTS * i + 2));
      nodes.add(new Node(name, Site.address(ports.get(PORTS * i + 1)), grpc, launch));
    }
    return new BenchCluster("tenure", nodes);
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

  private static List<String> configuration(Site site, List<Integer> ports, Setup setup) {
    List<String> lines = new ArrayList<>();
    lines.add("cluster.name = bench");
    for (int i = 0; i < site.nodes(); i++) {
      String node = "node." + site.names().get(i);
      lines.add(node + ".host = " + Site.HOST);
      lines.add(node + ".raft-port = " + ports.get(PORTS * i));
      lines.add(node + ".http-port = " + ports.get(PORTS * i + 1));
      if (setup.grpc()) {
        lines.add(node + ".grpc-port = " + ports.get(PORTS * i + 2));
      }
    }
    lines.addAll(setup.settings());
    return lines;
  }

  private static final class Node extends ServerProcess {
    private final InetSocketAddress grpcAddress;

    Node(String name, InetSocketAddress address, InetSocketAddress grpcAddress, Launch launch) {
      super(name, address, launch);
      this.grpcAddress = grpcAddress;
    }

    @Override
    public InetSocketAddress grpcAddress() {
      return grpcAddress;
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
