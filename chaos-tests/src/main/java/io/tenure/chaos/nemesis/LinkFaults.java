package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.Lateness;
import io.tenure.chaos.cluster.NetworkLink;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Packets between nodes that come late, out of order, or through a thin pipe. */
final class LinkFaults {

  private LinkFaults() {}

  static List<Fault> all() {
    return List.of(
        fault(
            "delay",
            "all packets between nodes come late",
            false,
            scene -> late(scene.between(20, 150), 0, false)),
        fault(
            "delay-one",
            "packets from and to one node come late",
            true,
            scene -> late(scene.between(50, 400), 0, false)),
        fault(
            "jitter",
            "packets come late, now more and now less, in order",
            false,
            scene -> late(60, scene.between(20, 60), false)),
        fault(
            "reorder",
            "packets overtake each other",
            false,
            scene -> late(30, scene.between(10, 30), true)),
        fault(
            "bandwidth",
            "a thin pipe around one node",
            true,
            scene -> new Lateness(Duration.ZERO, Duration.ZERO, scene.between(100, 1000), false)));
  }

  private static Lateness late(int delayMillis, int jitterMillis, boolean reorder) {
    return new Lateness(
        Duration.ofMillis(delayMillis), Duration.ofMillis(jitterMillis), 0, reorder);
  }

  private static Fault fault(
      String name, String meaning, boolean one, Function<Scene, Lateness> choice) {
    return new Fault(
        name,
        meaning,
        Set.of(Capability.NFT, Capability.DELAY),
        Faults.seconds(2),
        Faults.seconds(8),
        scene -> {
          List<String> all = NetworkFaults.ids(scene);
          List<String> some = one ? List.of(scene.leaderOrAny().id()) : all;
          List<NetworkLink> links = NetworkLink.between(some, all);
          Lateness lateness = choice.apply(scene);
          Runnable heal = scene.cluster().network().delay(links, lateness, scene.seed());
          return Injection.of(one ? some.get(0) : "all", lateness.toString(), heal);
        });
  }
}
