package io.tenure.chaos.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** All workloads by name. */
public final class Workloads {

  private static final Map<String, BiFunction<Endpoints, Load, Workload>> ALL =
      new LinkedHashMap<>();

  /**
   * Locks last longer than a call may take, so that none can end while the node still repeats it.
   */
  private static final int LOCKET_TTL_SECONDS = 6;

  private static final int TTL_SECONDS = 3;

  static {
    ALL.put(ExclusiveClaims.NAME, (endpoints, load) -> new ExclusiveClaims(load));
    ALL.put(Queues.NAME, (endpoints, load) -> new Queues(load));
    ALL.put(Renewals.NAME, (endpoints, load) -> new Renewals(load));
    ALL.put(Expiries.NAME, (endpoints, load) -> new Expiries(load));
    ALL.put(Repeats.NAME, (endpoints, load) -> new Repeats(load));
    ALL.put(Reads.NAME, (endpoints, load) -> new Reads(load));
    ALL.put(Keeps.NAME, (endpoints, load) -> new Keeps(load));
    ALL.put(Pairs.NAME, (endpoints, load) -> new Pairs(load));
    ALL.put(SharedKeys.NAME, (endpoints, load) -> new SharedKeys(load));
    ALL.put(Watches.NAME, (endpoints, load) -> new Watches(load));
    ALL.put("locks", (endpoints, load) -> tryLocks("locks", load, LocksCalls::new));
    ALL.put("leases", (endpoints, load) -> tryLocks("leases", load, LeasesCalls::new));
    ALL.put("locket", (endpoints, load) -> locket(load));
  }

  private Workloads() {}

  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /** Those that can run there: Locket needs a gRPC port on every node. */
  public static List<String> possible(Endpoints endpoints) {
    List<String> names = new ArrayList<>(ALL.keySet());
    if (endpoints.nodes().stream().anyMatch(node -> node.grpc().isEmpty())) {
      names.remove("locket");
    }
    return names;
  }

  static Workload create(String name, Endpoints endpoints, Load load) {
    BiFunction<Endpoints, Load, Workload> factory = ALL.get(name);
    if (factory == null) {
      throw new IllegalArgumentException("no workload " + name + "; there are " + names());
    }
    return factory.apply(endpoints, load);
  }

  private static Workload tryLocks(
      String name, Load load, BiFunction<Client, Client.Subject, LockCalls> dialect) {
    return new TryLocks(new KeyRing(name, load), name, dialect, TTL_SECONDS, () -> {});
  }

  private static Workload locket(Load load) {
    LoadChannels channels = new LoadChannels();
    OwnerNames names = new OwnerNames();
    return new TryLocks(
        new KeyRing("locket", load),
        "locket",
        (client, subject) -> new LocketCalls(client, subject, channels, names),
        LOCKET_TTL_SECONDS,
        channels::close);
  }
}
