package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.NetworkLink;
import io.tenure.chaos.cluster.NodeProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Packets between nodes that get lost. Clients reach every node all the while. */
final class NetworkFaults {

  private NetworkFaults() {}

  static List<Fault> all() {
    return List.of(
        fault("partition-halves", "a minority is cut off from the rest", NetworkFaults::halves),
        fault("partition-leader", "a minority with the leader is cut off", NetworkFaults::leader),
        fault("partition-all", "no node reaches another", NetworkFaults::nobody),
        fault(
            "partition-bridge", "two sides, and one node that reaches both", NetworkFaults::bridge),
        fault("partition-ring", "every node reaches only its neighbours", NetworkFaults::ring),
        fault("one-way-leader-out", "nobody hears the leader", scene -> oneWay(scene, true)),
        fault("one-way-leader-in", "the leader hears nobody", scene -> oneWay(scene, false)),
        fault("link-cut", "one pair of nodes is cut apart", NetworkFaults::link),
        fault("link-cut-one-way", "one node does not hear one other", NetworkFaults::deafLink),
        fault("no-new-connections", "open connections live, new ones fail", NetworkFaults::syn),
        fault("loss", "one node's packets get lost at random", NetworkFaults::lossOfOne),
        fault("loss-all", "packets get lost at random everywhere", NetworkFaults::lossOfAll));
  }

  private static Fault fault(String name, String meaning, Fault.Action action) {
    return new Fault(
        name, meaning, Set.of(Capability.NFT), Faults.seconds(2), Faults.seconds(8), action);
  }

  private static Injection halves(Scene scene) {
    List<NodeProcess> nodes = scene.shuffled();
    return minority(scene, nodes.subList(0, minoritySize(scene)));
  }

  private static Injection leader(Scene scene) {
    NodeProcess leader = scene.leader();
    List<NodeProcess> side = new ArrayList<>(List.of(leader));
    scene.shuffled().stream()
        .filter(node -> node != leader)
        .limit(minoritySize(scene) - 1)
        .forEach(side::add);
    return minority(scene, side);
  }

  private static int minoritySize(Scene scene) {
    return scene.cluster().nodes().size() - scene.majoritySize();
  }

  private static Injection minority(Scene scene, List<NodeProcess> side) {
    List<String> rest = new ArrayList<>(ids(scene));
    rest.removeAll(ids(side));
    Runnable heal = scene.cluster().network().cut(NetworkLink.between(ids(side), rest));
    String target = Scene.names(side) + "|" + String.join(",", rest);
    Injection cut = Injection.of(target, "cut", heal).cuttingOff(ids(side));
    return scene.hurtingOnly(side, cut);
  }

  private static Injection nobody(Scene scene) {
    List<String> all = ids(scene);
    return cut(scene, String.join("|", all), NetworkLink.between(all, all)).cuttingOff(all);
  }

  /** With three nodes this is one pair cut apart. */
  private static Injection bridge(Scene scene) {
    List<String> nodes = ids(scene.shuffled());
    List<String> sides = nodes.subList(1, nodes.size());
    List<String> left = sides.subList(0, sides.size() / 2);
    List<String> right = sides.subList(sides.size() / 2, sides.size());
    String target = String.join(",", left) + "|" + nodes.get(0) + "|" + String.join(",", right);
    return cut(scene, target, NetworkLink.between(left, right));
  }

  /** With three nodes all are neighbours, so each hears only the one before it. */
  private static Injection ring(Scene scene) {
    List<String> nodes = ids(scene.shuffled());
    boolean small = nodes.size() <= 3;
    List<NetworkLink> links = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      for (int j = 0; j < nodes.size(); j++) {
        int steps = Math.floorMod(j - i, nodes.size());
        boolean neighbour = steps == 1 || (steps == nodes.size() - 1 && !small);
        if (i != j && !neighbour) {
          links.add(new NetworkLink(nodes.get(i), nodes.get(j)));
        }
      }
    }
    return cut(scene, String.join(small ? ">" : "-", nodes), links);
  }

  private static Injection oneWay(Scene scene, boolean out) {
    NodeProcess victim = scene.leader();
    String leader = victim.id();
    List<NetworkLink> links =
        ids(scene).stream()
            .filter(id -> !id.equals(leader))
            .map(id -> out ? new NetworkLink(leader, id) : new NetworkLink(id, leader))
            .toList();
    Injection cut = cut(scene, out ? leader + ">" : ">" + leader, links);
    return scene.hurtingOnly(List.of(victim), cut.cuttingOff(List.of(leader)));
  }

  private static Injection link(Scene scene) {
    List<String> nodes = ids(scene.shuffled());
    String one = nodes.get(0);
    String other = nodes.get(1);
    return cut(scene, one + "|" + other, NetworkLink.between(List.of(one), List.of(other)));
  }

  private static Injection deafLink(Scene scene) {
    List<String> nodes = ids(scene.shuffled());
    NetworkLink link = new NetworkLink(nodes.get(0), nodes.get(1));
    return cut(scene, link.toString(), List.of(link));
  }

  private static Injection syn(Scene scene) {
    List<String> all = ids(scene);
    Runnable heal = scene.cluster().network().loseNewConnections(NetworkLink.between(all, all));
    return Injection.of("all", "SYN lost", heal);
  }

  private static Injection lossOfOne(Scene scene) {
    String victim = scene.leaderOrAny().id();
    List<String> rest = ids(scene).stream().filter(id -> !id.equals(victim)).toList();
    int permille = scene.between(100, 400);
    Runnable heal =
        scene.cluster().network().lose(NetworkLink.between(List.of(victim), rest), permille);
    return Injection.of(victim, permille / 10 + " % lost", heal);
  }

  private static Injection lossOfAll(Scene scene) {
    List<String> all = ids(scene);
    int permille = scene.between(20, 150);
    Runnable heal = scene.cluster().network().lose(NetworkLink.between(all, all), permille);
    return Injection.of("all", permille / 10 + " % lost", heal);
  }

  private static Injection cut(Scene scene, String target, List<NetworkLink> links) {
    return Injection.of(target, "cut", scene.cluster().network().cut(links));
  }

  static List<String> ids(Scene scene) {
    return ids(scene.cluster().nodes());
  }

  private static List<String> ids(List<NodeProcess> nodes) {
    return nodes.stream().map(NodeProcess::id).toList();
  }
}
