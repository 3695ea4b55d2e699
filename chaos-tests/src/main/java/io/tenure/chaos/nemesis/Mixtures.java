package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Capability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Faults that happen at once. */
final class Mixtures {

  private Mixtures() {}

  /** Mixtures of faults that the list has. */
  static List<Fault> of(List<Fault> single) {
    return List.of(
        mixture("mixture-partition-kill", single, "partition-halves", "kill-one"),
        mixture("mixture-pause-clock", single, "pause-short", "wall-clock-forward", "clock-slow"),
        mixture("mixture-delay-loss", single, "delay", "loss-all"),
        mixture("mixture-delay-kill", single, "delay", "kill-leader"),
        mixture("mixture-power-partition", single, "link-cut", "power-loss-one"),
        mixture("mixture-fsync-pause", single, "fsync-delay", "pause-short"));
  }

  private static Fault mixture(String name, List<Fault> single, String... names) {
    List<Fault> parts =
        List.of(names).stream()
            .map(
                each ->
                    single.stream().filter(f -> f.name().equals(each)).findFirst().orElseThrow())
            .toList();
    Set<Capability> needs = EnumSet.noneOf(Capability.class);
    parts.forEach(part -> needs.addAll(part.needs()));
    Duration shortest =
        parts.stream().map(Fault::shortest).max(Comparator.naturalOrder()).orElseThrow();
    Duration longest =
        parts.stream().map(Fault::longest).min(Comparator.naturalOrder()).orElseThrow();
    return new Fault(
        name,
        String.join(" and ", names) + " at once",
        needs,
        shortest,
        longest.compareTo(shortest) < 0 ? shortest : longest,
        scene -> begin(parts, scene));
  }

  private static Injection begin(List<Fault> parts, Scene scene) {
    List<Injection> begun = new ArrayList<>();
    boolean complete = false;
    try {
      for (Fault part : parts) {
        begun.add(part.action().begin(scene.split()));
      }
      complete = true;
      return Injection.all(begun);
    } finally {
      if (!complete) {
        Injection.all(begun).heal();
      }
    }
  }
}
