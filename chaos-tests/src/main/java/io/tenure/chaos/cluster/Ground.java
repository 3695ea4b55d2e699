package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** All that must be there before the first node starts: hosts, configuration, disks, shims. */
final class Ground {

  private static final Path MOUNTS = Path.of("/run/tenure-chaos");
  private static final NodePlace.Ports PORTS = new NodePlace.Ports(8081, 7081, 9081);
  private static final int LOWEST_PORT = 12_000;
  private static final int HIGHEST_PORT = 30_000;
  private static final int PORT_TRIES = 1_000;
  private static final String HEAP = "-Xms64m -Xmx256m";
  // Several nodes start at once, again and again, on few cores: they must not compile for long.
  private static final String OPTIONS = "-XX:TieredStopAtLevel=1";

  private final Hosts hosts;
  private final ClusterPlan plan;
  private final String mark = Mark.next();
  private final Network network;
  private final List<NodeProcess> nodes = new ArrayList<>();
  private final List<DataDisk> disks = new ArrayList<>();
  private Optional<Certificates> certificates = Optional.empty();

  private Ground(Hosts hosts, ClusterPlan plan) {
    this.hosts = hosts;
    this.plan = plan;
    this.network = new Network(hosts, mark);
  }

  static Ground prepare(Hosts hosts, ClusterPlan plan) {
    Ground ground = new Ground(hosts, plan);
    boolean complete = false;
    try {
      ground.checkMachine();
      ground.removeLeftovers();
      hosts.up(plan.size());
      ground.addNodes();
      complete = true;
      return ground;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } finally {
      if (!complete) {
        ground.close();
      }
    }
  }

  Hosts hosts() {
    return hosts;
  }

  Network network() {
    return network;
  }

  List<NodeProcess> nodes() {
    return List.copyOf(nodes);
  }

  /** Nothing if nodes talk in plain text. */
  Optional<Certificates> certificates() {
    return certificates;
  }

  private void checkMachine() {
    List<Capability> all = new ArrayList<>(hosts.kind().needs());
    all.addAll(plan.wanted());
    if (!plan.classPath().isEmpty() && hosts.kind() == Hosts.Kind.DOCKER) {
      throw new IllegalStateException("an image has its classes, no others can go first");
    }
    for (Capability each : all) {
      each.missing()
          .ifPresent(
              reason -> {
                throw new IllegalStateException(each.word() + ": " + reason);
              });
    }
  }

  /** First what runs, then what it was using. */
  private void removeLeftovers() throws IOException {
    if (Capability.ROOT.missing().isPresent()) {
      return;
    }
    DataDisk.thawLeftovers(MOUNTS);
    hosts.removeLeftovers();
    NetnsHosts.removeNamespaces();
    MemoryControl.removeLeftovers();
    Network.removeLeftovers();
    DataDisk.removeLeftovers(MOUNTS);
  }

  private void addNodes() throws IOException {
    Path control = plan.directory().resolve("control");
    Files.createDirectories(control);
    Files.setPosixFilePermissions(plan.directory(), PosixFilePermissions.fromString("rwxr-xr-x"));
    Path home =
        plan.classPath().isEmpty()
            ? plan.home()
            : PatchedHome.make(plan.home(), plan.classPath(), plan.directory());
    List<NodePlace.Ports> ports = ports();
    Files.write(config(), configuration(ports));
    if (isTls()) {
      certificates = Optional.of(makeCertificates());
    }
    for (int i = 1; i <= plan.size(); i++) {
      String id = "n" + i;
      nodes.add(new NodeProcess(id, place(id, home, ports.get(i - 1))));
    }
  }

  private boolean isTls() {
    return plan.peerTls() && plan.size() > 1;
  }

  private Certificates makeCertificates() {
    Path clock = plan.directory().resolve("control").resolve("certs.clock");
    return Certificates.make(
        plan.home(),
        config(),
        IntStream.rangeClosed(1, plan.size()).mapToObj(i -> "n" + i).toList(),
        plan.wanted().contains(Capability.SHIMS)
            ? Optional.of(new ClockControl(clock))
            : Optional.empty());
  }

  private NodePlace place(String id, Path home, NodePlace.Ports ports) throws IOException {
    boolean shims = plan.wanted().contains(Capability.SHIMS);
    Path control = plan.directory().resolve("control");
    Optional<DataDisk> disk = disk(id);
    Path data = disk.isPresent() ? mountPoint(id).resolve("data") : plan.directory().resolve(id);
    Optional<ClockControl> clock =
        shims ? Optional.of(new ClockControl(control.resolve(id + ".clock"))) : Optional.empty();
    Optional<DiskControl> writes =
        shims ? Optional.of(new DiskControl(control.resolve(id + ".disk"))) : Optional.empty();
    List<Path> visible = new ArrayList<>(List.of(plan.directory()));
    if (disk.isPresent()) {
      visible.add(mountPoint(id));
    }
    if (shims) {
      visible.add(Shims.directory());
    }
    return new NodePlace(
        hosts,
        hosts.address(id),
        ports,
        home,
        config(),
        data,
        plan.directory().resolve(id + ".log"),
        environment(data, clock, writes),
        visible,
        clock,
        writes,
        disk,
        memoryGroup(id));
  }

  private Map<String, String> environment(
      Path data, Optional<ClockControl> clock, Optional<DiskControl> writes) {
    Map<String, String> all = new HashMap<>();
    all.put("TENURE_HEAP", HEAP);
    all.put("TENURE_OPTS", OPTIONS);
    clock.ifPresent(
        file -> {
          all.put("LD_PRELOAD", Shims.CLOCK.file() + ":" + Shims.DISK.file());
          all.put("CLOCKSHIM", file.path().toString());
        });
    writes.ifPresent(
        file -> {
          all.put("DISKSHIM", file.path().toString());
          all.put("DISKSHIM_BELOW", data.toString());
        });
    return all;
  }

  private Optional<DataDisk> disk(String id) throws IOException {
    if (!plan.wanted().contains(Capability.DISK)) {
      return Optional.empty();
    }
    DataDisk disk = new DataDisk(plan.directory().resolve(id + ".img"), mountPoint(id));
    disks.add(disk);
    disk.create();
    return Optional.of(disk);
  }

  private Path mountPoint(String id) {
    return MOUNTS.resolve(mark).resolve(id);
  }

  /** A container is in a group of its own anyway. */
  private Optional<String> memoryGroup(String id) {
    return plan.wanted().contains(Capability.MEMORY) && hosts.kind() != Hosts.Kind.DOCKER
        ? Optional.of(mark + "-" + id)
        : Optional.empty();
  }

  private Path config() {
    return plan.directory().resolve("cluster.conf");
  }

  private List<String> configuration(List<NodePlace.Ports> ports) {
    List<String> lines = new ArrayList<>(plan.settings());
    lines.add("cluster.name = chaos");
    if (isTls()) {
      lines.addAll(Certificates.settings());
    } else if (hosts.kind() != Hosts.Kind.LOOPBACK) {
      lines.add("peer.insecure = true"); // nobody else is in the network that the hosts made
    }
    for (int i = 1; i <= plan.size(); i++) {
      NodePlace.Ports own = ports.get(i - 1);
      lines.add("node.n%d.host = %s".formatted(i, hosts.address("n" + i)));
      lines.add("node.n%d.http-port = %d".formatted(i, own.http()));
      lines.add("node.n%d.raft-port = %d".formatted(i, own.raft()));
      lines.add("node.n%d.grpc-port = %d".formatted(i, own.grpc()));
    }
    return lines;
  }

  private List<NodePlace.Ports> ports() {
    List<NodePlace.Ports> ports = new ArrayList<>();
    if (hosts.kind() != Hosts.Kind.LOOPBACK) {
      for (int i = 0; i < plan.size(); i++) {
        ports.add(PORTS);
      }
      return ports;
    }
    List<Integer> free = freePorts(3 * plan.size());
    for (int i = 0; i < plan.size(); i++) {
      ports.add(new NodePlace.Ports(free.get(3 * i), free.get(3 * i + 1), free.get(3 * i + 2)));
    }
    return ports;
  }

  /**
   * Below those that systems give to connections, of which one could take a port before the node
   * that it is meant for listens on it.
   */
  private static List<Integer> freePorts(int count) {
    Set<Integer> free = new LinkedHashSet<>();
    for (int i = 0; i < PORT_TRIES && free.size() < count; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
      if (isFree(port)) {
        free.add(port);
      }
    }
    if (free.size() < count) {
      throw new IllegalStateException("no " + count + " free ports in " + PORT_TRIES + " tries");
    }
    return List.copyOf(free);
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  /** Ends and removes everything, in an order in which nothing is in use any more. */
  void close() {
    try {
      disks.forEach(DataDisk::thaw); // or its node could not end
      if (hosts.kind() == Hosts.Kind.DOCKER) {
        network.close();
      } else {
        network.heal();
      }
    } finally {
      hosts.close();
    }
    disks.forEach(DataDisk::close);
    if (plan.wanted().contains(Capability.MEMORY)) {
      MemoryControl.remove(mark + "-");
    }
  }
}
