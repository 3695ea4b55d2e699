package io.tenure.chaos.cluster;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a cluster is to be like.
 *
 * @param home where a distribution was unpacked
 * @param directory an empty one, for everything that the nodes write; readable by everybody
 * @param settings further lines of the configuration
 * @param wanted what faults will need: {@link Capability#SHIMS} to lie about time and to hurt
 *     fsync, {@link Capability#DISK} for a small file system per node, {@link Capability#MEMORY}
 * @param classPath what nodes load before the distribution's own classes
 * @param peerTls whether nodes talk to each other over TLS; a node that is alone never does
 */
public record ClusterPlan(
    Path home,
    Path directory,
    int size,
    List<String> settings,
    Set<Capability> wanted,
    List<Path> classPath,
    boolean peerTls) {

  public ClusterPlan {
    settings = List.copyOf(settings);
    wanted = Set.copyOf(wanted);
    classPath = List.copyOf(classPath);
  }

  /** Three nodes with the defaults of the product, which talk to each other over TLS. */
  public static ClusterPlan of(Path home, Path directory) {
    return new ClusterPlan(home, directory, 3, List.of(), Set.of(), List.of(), true);
  }

  public ClusterPlan withSize(int nodes) {
    return new ClusterPlan(home, directory, nodes, settings, wanted, classPath, peerTls);
  }

  public ClusterPlan withSettings(List<String> lines) {
    return new ClusterPlan(home, directory, size, lines, wanted, classPath, peerTls);
  }

  public ClusterPlan wanting(Set<Capability> capabilities) {
    Set<Capability> all = EnumSet.noneOf(Capability.class);
    all.addAll(wanted);
    all.addAll(capabilities);
    return new ClusterPlan(home, directory, size, settings, all, classPath, peerTls);
  }

  public ClusterPlan withClassPath(List<Path> first) {
    return new ClusterPlan(home, directory, size, settings, wanted, first, peerTls);
  }

  public ClusterPlan withPeerTls(boolean on) {
    return new ClusterPlan(home, directory, size, settings, wanted, classPath, on);
  }
}
