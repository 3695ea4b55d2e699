package io.tenure.chaos.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Network namespaces: one with a switch, one for each node, and a cable from the switch to this
 * machine for the harness. All are named by a {@link Mark}.
 */
final class NetnsHosts extends LocalHosts {

  private static final int TRIES = 50;
  private static final int SUBNETS = 256;

  private final String mark = Mark.next();
  private final List<String> namespaces = new ArrayList<>();
  private int subnet;

  @Override
  public Kind kind() {
    return Kind.NETNS;
  }

  @Override
  public void removeLeftovers() {
    removeNamespaces();
  }

  @Override
  public synchronized void up(int size) {
    add(switchName());
    plugIn();
    ShellCommand.run(
        List.of("ip", "-n", switchName(), "-batch", "-"),
        """
        link add br0 type bridge stp_state 0 forward_delay 0
        link set br0 up
        link set lo up
        link set uplink master br0 up
        """);
    for (int i = 1; i <= size; i++) {
      addNode(i);
    }
  }

  /** The name of the harness's end is free only if no other run has the subnet. */
  private void plugIn() {
    SplittableRandom random = new SplittableRandom();
    IllegalStateException last = new IllegalStateException("no subnet is free");
    for (int i = 0; i < TRIES; i++) {
      subnet = random.nextInt(SUBNETS);
      String cable = "tenure" + subnet;
      List<String> ip = List.of("ip", "-batch", "-");
      try {
        String add = "link add " + cable + " type veth peer name uplink netns " + switchName();
        ShellCommand.run(ip, add + "\n");
        ShellCommand.run(
            ip, "addr add " + host(1) + "/24 dev " + cable + "\nlink set " + cable + " up\n");
        return;
      } catch (IllegalStateException taken) {
        last = taken;
      }
    }
    throw last;
  }

  private void addNode(int number) {
    String name = nodeName("n" + number);
    add(name);
    String port = "port" + number;
    ShellCommand.run(
        List.of("ip", "-batch", "-"),
        "link add %s netns %s type veth peer name eth0 netns %s%n"
            .formatted(port, switchName(), name));
    ShellCommand.run(List.of("ip", "-n", switchName(), "link", "set", port, "master", "br0", "up"));
    ShellCommand.run(
        List.of("ip", "-n", name, "-batch", "-"),
        "addr add %s/24 dev eth0%nlink set eth0 up%nlink set lo up%n"
            .formatted(address("n" + number)));
  }

  private void add(String namespace) {
    ShellCommand.run(List.of("ip", "netns", "add", namespace));
    namespaces.add(namespace);
  }

  @Override
  public String address(String id) {
    return host(10 + Integer.parseInt(id.substring(1)));
  }

  private String host(int number) {
    return "10.83." + subnet + "." + number;
  }

  @Override
  public List<String> inSwitch() {
    return inNamespace(switchName());
  }

  @Override
  public List<String> inNode(String id) {
    return inNamespace(nodeName(id));
  }

  /** Not by {@code ip netns exec}, which hides the control groups from what it runs. */
  private static List<String> inNamespace(String name) {
    return List.of("nsenter", "--net=/run/netns/" + name);
  }

  private String switchName() {
    return mark + "-switch";
  }

  private String nodeName(String id) {
    return mark + "-" + id;
  }

  @Override
  public synchronized void close() {
    killAll();
    for (String name : List.copyOf(namespaces)) {
      remove(name); // the cables go with it
      namespaces.remove(name);
    }
  }

  /** Removes the namespaces of dead processes, with all that runs in them. */
  static void removeNamespaces() {
    ShellCommand.tried(List.of("ip", "netns", "list"), "")
        .output()
        .lines()
        .filter(Mark::isLeftover)
        .map(line -> line.split(" ", 2)[0])
        .forEach(NetnsHosts::remove);
  }

  private static void remove(String namespace) {
    ShellCommand.tried(List.of("ip", "netns", "pids", namespace), "")
        .output()
        .lines()
        .filter(line -> line.matches("\\d+"))
        .forEach(pid -> ShellCommand.tried(List.of("kill", "-9", pid), ""));
    ShellCommand.tried(List.of("ip", "netns", "del", namespace), "");
  }
}
