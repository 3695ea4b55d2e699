package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.LoadGate;
import java.util.List;
import java.util.Set;

/** No fault of the cluster: its clients ask nothing for a while, and what they hold lives on. */
final class LoadFaults {

  private LoadFaults() {}

  static List<Fault> all() {
    return List.of(
        new Fault(
            "idle",
            "no client asks anything, while leases live on",
            Set.of(),
            Faults.seconds(2),
            Faults.seconds(6),
            LoadFaults::idle));
  }

  /** Nobody is answered who does not ask, so nothing is said of what the cluster must do. */
  private static Injection idle(Scene scene) {
    LoadGate load = scene.cluster().load();
    load.close();
    return Injection.of("clients", "no requests", load::open);
  }
}
