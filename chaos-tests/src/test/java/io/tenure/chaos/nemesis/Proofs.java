package io.tenure.chaos.nemesis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Named;

/** A proof for each fault by its name; a mixture is proven by its parts. */
final class Proofs {

  private Proofs() {}

  /** Faults of these families, as arguments of a test. */
  static List<Named<Fault>> faults(String... families) {
    return Faults.named(List.of(families)).stream()
        .map(fault -> Named.of(fault.name(), fault))
        .toList();
  }

  static Proof of(Fault fault, FaultBench bench) {
    Map<String, Proof> single = new HashMap<>(ProcessProofs.all(bench));
    single.putAll(NetworkProofs.all(bench));
    single.putAll(LinkProofs.all(bench));
    single.putAll(ClockProofs.all(bench));
    single.putAll(DiskProofs.all(bench));
    single.putAll(TlsProofs.all(bench));
    List<String> parts = Mixtures.PARTS.getOrDefault(fault.name(), List.of());
    return parts.isEmpty()
        ? one(single, fault.name())
        : Proof.ofAll(parts.stream().map(part -> one(single, part)).toList());
  }

  private static Proof one(Map<String, Proof> single, String name) {
    return Optional.ofNullable(single.get(name))
        .orElseThrow(() -> new AssertionError("nothing proves that " + name + " bites"));
  }
}
