package io.tenure.bench.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Sets up ZooKeeper from the library on our own class path, with its default settings; only the
 * limit of connections per address is lifted, and sessions may last an hour.
 */
public final class ZooKeeperCluster {
  private static final String MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain";
  private static final int PATIENCE_MILLIS = 500;

  private ZooKeeperCluster() {}

  public static BenchCluster create(Site site) throws IOException {
    List<Integer> ports = site.freePorts(3 * site.nodes());
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < site.nodes(); i++) {
      String name = site.names().get(i);
      Path directory = site.directoryOf(name);
      Path data = Files.createDirectories(directory.resolve("data"));
      Files.writeString(data.resolve("myid"), Integer.toString(i + 1));
      Path config = directory.resolve("zoo.cfg");
      Files.write(config, configuration(data, ports, i));
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(site.heapOptions());
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
      command.add(config.toString());
      ServerProcess.Launch launch = new ServerProcess.Launch(command, Map.of(), directory);
      nodes.add(new Node(name, Site.address(ports.get(3 * i)), launch));
    }
    return new BenchCluster("zookeeper", nodes);
  }

  private static List<String> configuration(Path data, List<Integer> ports, int node) {
    List<String> lines = new ArrayList<>();
    lines.addAll(List.of("tickTime=2000", "initLimit=10", "syncLimit=5"));
    lines.add("dataDir=" + data);
    lines.add("clientPort=" + ports.get(3 * node));
    lines.add("clientPortAddress=" + Site.HOST);
    lines.addAll(List.of("maxClientCnxns=0", "maxSessionTimeout=3600000"));
    lines.addAll(List.of("admin.enableServer=false", "4lw.commands.whitelist=srvr"));
    for (int i = 0; i < ports.size() / 3; i++) {
      String quorumAndElection = ports.get(3 * i + 1) + ":" + ports.get(3 * i + 2);
      lines.add("server." + (i + 1) + "=" + Site.HOST + ":" + quorumAndElection);
    }
    return lines;
  }

  private static final class Node extends ServerProcess {
    Node(String name, InetSocketAddress address, Launch launch) {
      super(name, address, launch);
    }

    @Override
    boolean isReady() throws IOException {
      return status().contains("Mode: ");
    }

    @Override
    boolean leads() throws IOException {
      return status().contains("Mode: leader");
    }

    private String status() throws IOException {
      try (Socket socket = new Socket()) {
        socket.connect(address(), PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.getOutputStream().write("srvr".getBytes(US_ASCII));
        return new String(socket.getInputStream().readAllBytes(), US_ASCII);
      }
    }
  }
}
