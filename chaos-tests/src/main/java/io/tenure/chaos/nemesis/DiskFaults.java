package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.DataDisk;
import io.tenure.chaos.cluster.NodeProcess;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Disks that are full, broken, slow, or forget. A node that gave up because of it starts again. */
final class DiskFaults {

  private DiskFaults() {}

  static List<Fault> all() {
    return List.of(
        disk("disk-full", "no room on the disk of one node", DiskFaults::full),
        disk("disk-readonly", "the disk of one node refuses writes", DiskFaults::readOnly),
        disk("disk-hang", "writes of one node hang", DiskFaults::hang),
        shim("fsync-delay", "every fsync of one node takes long", DiskFaults::slow),
        shim("fsync-error", "fsync of one node fails", DiskFaults::failing),
        shim("torn-write", "writes of one node break off half way", DiskFaults::torn),
        power(
            "power-loss-one",
            "one node loses power, and what it had not synced",
            scene -> List.of(scene.any())),
        power(
            "power-loss-leader",
            "the leader loses power, and what it had not synced",
            scene -> List.of(scene.leader())),
        power(
            "power-loss-all",
            "all nodes lose power at once, and what they had not synced",
            Scene::shuffled));
  }

  private static Fault disk(String name, String meaning, Fault.Action action) {
    return fault(name, meaning, Capability.DISK, action);
  }

  private static Fault shim(String name, String meaning, Fault.Action action) {
    return fault(name, meaning, Capability.SHIMS, action);
  }

  private static Fault power(
      String name, String meaning, Function<Scene, List<NodeProcess>> choice) {
    return disk(name, meaning, scene -> losePower(scene, choice.apply(scene)));
  }

  private static Fault fault(String name, String meaning, Capability need, Fault.Action action) {
    return new Fault(name, meaning, Set.of(need), Faults.seconds(1), Faults.seconds(5), action);
  }

  /** Also without what the node has set aside for its log, or it would not notice for long. */
  private static Injection full(Scene scene) {
    NodeProcess node = scene.leaderOrAny();
    node.pause();
    try {
      node.disk().fill();
    } finally {
      node.resume();
    }
    return Injection.of(
        node.id(),
        "no block free",
        () -> {
          node.disk().empty();
          ProcessFaults.revive(List.of(node));
        });
  }

  /** A file system that has met an error stays so until it is mounted anew. */
  private static Injection readOnly(Scene scene) {
    NodeProcess node = scene.leaderOrAny();
    node.disk().makeReadOnly();
    return Injection.of(
        node.id(),
        "read-only",
        () -> {
          node.kill();
          node.disk().remount();
          node.start();
        });
  }

  private static Injection hang(Scene scene) {
    NodeProcess node = scene.leaderOrAny();
    node.disk().freeze();
    return Injection.of(
        node.id(),
        "frozen",
        () -> {
          node.disk().thaw();
          ProcessFaults.revive(List.of(node));
        });
  }

  private static Injection slow(Scene scene) {
    Duration delay = Duration.ofMillis(scene.between(20, 1500));
    return write(scene, delay.toMillis() + " ms", node -> node.writes().delaySync(delay));
  }

  private static Injection failing(Scene scene) {
    return write(scene, "EIO", node -> node.writes().failSync());
  }

  private static Injection torn(Scene scene) {
    return write(scene, "half, then EIO", node -> node.writes().tearWrites());
  }

  private static Injection write(Scene scene, String detail, Consumer<NodeProcess> action) {
    NodeProcess node = scene.leaderOrAny();
    action.accept(node);
    return Injection.of(
        node.id(),
        detail,
        () -> {
          node.writes().heal();
          ProcessFaults.revive(List.of(node));
        });
  }

  /**
   * A machine without power computes nothing either. A process that goes on while ext4 is cut off
   * can be told by a racing fdatasync that lost data is safe, and tell its clients so.
   */
  private static Injection losePower(Scene scene, List<NodeProcess> victims) {
    victims.forEach(NodeProcess::pause);
    victims.stream().map(NodeProcess::disk).forEach(DataDisk::losePower);
    victims.forEach(NodeProcess::kill);
    victims.stream().map(NodeProcess::disk).forEach(DataDisk::remount);
    return scene.hurtingOnly(
        victims,
        Injection.of(Scene.names(victims), "power off", () -> ProcessFaults.revive(victims)));
  }
}
