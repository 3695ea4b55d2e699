package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Capability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Faults that happen at once. */
final class Mixtures {

  /** Names of what each begins, in that order. */
  static final Map<String, List<String>> PARTS = Collections.unmodifiableMap(mixtures());

  private Mixtures() {}

  /** Mixtures of faults that the list has. */
  static List<Fault> of(List<Fault> single) {
    return PARTS.entrySet().stream()
        .map(each -> mixture(each.getKey(), each.getValue(), single))
        .toList();
  }

  private static Map<String, List<String>> mixtures() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put("mixture-partition-kill", List.of("partition-halves", "kill-one"));
    all.put("mixture-pause-clock", List.of("pause-short", "wall-clock-forward", "clock-slow"));
    all.put("mixture-delay-loss", List.of("delay", "loss-all"));
    all.put("mixture-delay-kill", List.of("delay", "kill-leader"));
    all.put("mixture-power-partition", List.of("link-cut", "power-loss-one"));
    all.put("mixture-fsync-pause", List.of("fsync-delay", "pause-short"));
    return all;
  }

  private static Fault mixture(String name, List<String> names, List<Fault> single) {
    List<Fault> parts =
        names.stream()
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
    try {
      for (Fault part : parts) {
        begun.add(part.action().begin(scene.split()));
      }
      return Injection.all(begun, scene.majoritySize());
    } finally {
      if (begun.size() < parts.size()) {
        Injection.healAll(begun);
      }
    }
  }
}
