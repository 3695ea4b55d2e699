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

/** Sets up etcd as Debian has it, with its default settings. */
public final class EtcdCluster {
  private static final Pattern LEADER = Pattern.compile("\"leader\":\"(\\d+)\"");
  private static final Pattern SELF = Pattern.compile("\"member_id\":\"(\\d+)\"");
  private static final List<String> INSTALL =
      List.of(
          "apt-get",
          "install",
          "-y",
          "--no-install-recommends",
          "-o",
          "DPkg::Lock::Timeout=60",
          "etcd-server",
          "etcd-client");

  private EtcdCluster() {}

  /** Installs etcd if it is missing and we may; else says what to do. */
  public static void ensureInstalled(Path directory) throws IOException, InterruptedException {
    if (isInstalled()) {
      return;
    }
    String command = String.join(" ", INSTALL);
    if (!"root".equals(System.getProperty("user.name"))) {
      throw new IOException("etcd is not installed; as root: " + command);
    }
    ManagedProcess.start(INSTALL, Map.of("DEBIAN_FRONTEND", "noninteractive"), directory)
        .process()
        .waitFor();
    if (!isInstalled()) {
      throw new IOException(command + " did not help:\n" + ManagedProcess.tail(directory));
    }
  }

  private static boolean isInstalled() {
    for (String folder : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(folder, "etcd"))) {
        return true;
      }
    }
    return false;
  }

  public static BenchCluster create(Site site) throws IOException {
    List<Integer> ports = site.freePorts(2 * site.nodes());
    List<String> peers = new ArrayList<>();
    for (int i = 0; i < site.nodes(); i++) {
      peers.add(site.names().get(i) + "=" + url(ports.get(2 * i)));
    }
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < site.nodes(); i++) {
      String name = site.names().get(i);
      Path directory = site.directoryOf(name);
      String peer = url(ports.get(2 * i));
      String client = url(ports.get(2 * i + 1));
      List<String> command = new ArrayList<>(List.of("etcd", "--name", name));
      command.addAll(List.of("--data-dir", directory.resolve("data").toString()));
      command.addAll(List.of("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer));
      command.addAll(List.of("--listen-client-urls", client, "--advertise-client-urls", client));
      command.addAll(List.of("--initial-cluster", String.join(",", peers)));
      command.addAll(List.of("--initial-cluster-state", "new", "--initial-cluster-token", "bench"));
      command.addAll(List.of("--logger", "zap", "--log-level", "error"));
      ServerProcess.Launch launch = new ServerProcess.Launch(command, Map.of(), directory);
      nodes.add(new Node(name, Site.address(ports.get(2 * i + 1)), launch));
    }
    return new BenchCluster("etcd", nodes);
  }

  private static String url(int port) {
    return "http://" + Site.HOST + ":" + port;
  }

  private static final class Node extends ServerProcess {
    Node(String name, InetSocketAddress address, Launch launch) {
      super(name, address, launch);
    }

    @Override
    boolean isReady() throws IOException, InterruptedException {
      return Site.get(address(), "/health").body().contains("true");
    }

    @Override
    boolean leads() throws IOException, InterruptedException {
      String status = Site.post(address(), "/v3/maintenance/status", "{}").body();
      Matcher leader = LEADER.matcher(status);
      Matcher self = SELF.matcher(status);
      return leader.find() && self.find() && leader.group(1).equals(self.group(1));
    }
  }
}
