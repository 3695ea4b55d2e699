package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Capability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All faults by their names. */
public final class Faults {

  /** How much a bent clock is wrong at most: so many seconds per second. */
  public static final double MAX_DRIFT = 0.02;

  private static final Map<String, List<Fault>> FAMILIES = families();

  /** They wait for nodes in between, which another fault may not allow. */
  private static final Set<String> NEVER_OVERLAP =
      Set.of("rolling-restart", "certificate-expired", "certificates-rotated");

  private Faults() {}

  private static Map<String, List<Fault>> families() {
    Map<String, List<Fault>> all = new LinkedHashMap<>();
    all.put("process", ProcessFaults.all());
    all.put("leader", LeaderFaults.all());
    all.put("network", NetworkFaults.all());
    all.put("link", LinkFaults.all());
    all.put("clock", ClockFaults.all());
    all.put("disk", DiskFaults.all());
    all.put("limit", LimitFaults.all());
    all.put("load", LoadFaults.all());
    all.put("tls", TlsFaults.all());
    List<Fault> single = all.values().stream().flatMap(List::stream).toList();
    all.put("mixture", Mixtures.of(single));
    return all;
  }

  /** Every fault there is, family by family. */
  public static List<Fault> all() {
    return FAMILIES.values().stream().flatMap(List::stream).toList();
  }

  /** Names of the families, each of which stands for all its faults in {@link #named}. */
  public static List<String> families(Fault fault) {
    return FAMILIES.entrySet().stream()
        .filter(family -> family.getValue().contains(fault))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Whether one may begin while the other lasts: they do not change the same thing, so that each
   * heals without the other, and neither waits for the other to be over.
   */
  static boolean mayOverlap(Fault one, Fault other) {
    return !ground(one).equals(ground(other))
        && !NEVER_OVERLAP.contains(one.name())
        && !NEVER_OVERLAP.contains(other.name());
  }

  private static String ground(Fault fault) {
    String family = families(fault).stream().findFirst().orElse(fault.name());
    return switch (family) {
      case "process", "leader", "disk", "limit", "mixture" -> "machines";
      case "network", "link" -> "network";
      default -> family;
    };
  }

  /**
   * Faults by name, by family, or {@code all}.
   *
   * @throws IllegalArgumentException if there is none of that name; the message lists them
   */
  public static List<Fault> named(List<String> names) {
    Set<Fault> chosen = new LinkedHashSet<>();
    names.forEach(name -> chosen.addAll(named(name)));
    return List.copyOf(chosen);
  }

  private static List<Fault> named(String name) {
    if (name.equals("all")) {
      return all();
    }
    List<Fault> family = FAMILIES.get(name);
    if (family != null) {
      return family;
    }
    List<Fault> found = all().stream().filter(fault -> fault.name().equals(name)).toList();
    if (found.isEmpty()) {
      List<String> known = new ArrayList<>(List.of("all"));
      known.addAll(FAMILIES.keySet());
      all().forEach(fault -> known.add(fault.name()));
      throw new IllegalArgumentException(
          "there is no fault " + name + "; there are " + String.join(", ", known));
    }
    return found;
  }

  /** What a cluster must want for these, as far as this machine can give it. */
  public static Set<Capability> wanted(List<Fault> faults) {
    Set<Capability> needs = EnumSet.noneOf(Capability.class);
    faults.forEach(fault -> needs.addAll(fault.needs()));
    needs.removeIf(need -> need.missing().isPresent());
    return needs;
  }

  static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1000));
  }
}
