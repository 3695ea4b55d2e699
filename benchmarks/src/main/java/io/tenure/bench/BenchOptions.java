package io.tenure.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the command line asked for. */
final class BenchOptions {
  static final String CLAIMS = "claims";
  private static final List<String> DIALECTS =
      List.of(CLAIMS, "leases", "locks", "locket", "locket-alone");

  private static final double SETTLE_SECONDS = 40;
  private static final int ROUNDS_TO_COMPARE = 3;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Nodes per cluster (${DEFAULT-VALUE}).")
  int nodes = 3;

  @Option(
      names = "--clients",
      split = ",",
      paramLabel = "N",
      description = "Numbers of clients, each a column of cells (1,16,64,256).")
  List<Integer> clients = List.of(1, 16, 64, 256);

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "Measured time of a cell (${DEFAULT-VALUE}).")
  double seconds = 5;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      description = "Time before it that is not measured (${DEFAULT-VALUE}).")
  double warmUpSeconds = 2;

  @Option(
      names = "--settle",
      paramLabel = "S",
      description =
          "Time under load before a system's first cell, shared by workloads and dialects, so"
              + " that compilers come to rest (40; with several dialects 40 for each).")
  @Nullable Double settle;

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "NAME",
      description = "Of pairs, renewals, reads, handoff, none (all four).")
  List<String> workloads = List.of("pairs", "renewals", "reads", "handoff");

  @Option(
      names = "--dialect",
      split = ",",
      paramLabel = "NAME",
      description =
          "Of claims, leases, locks, locket, locket-alone: whose clients Tenure's cells have"
              + " (claims). Over HTTP each client has a connection of its own, over gRPC all share"
              + " one to each node; with locket-alone each has its own there too. Only claims have"
              + " handoff; --failover and --held always use them.")
  List<String> dialects = List.of(CLAIMS);

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Measure each cell so often, the dialects in turn, and keep the one in the middle"
              + " (1; with several dialects 3).")
  @Nullable Integer rounds;

  @Option(
      names = "--waiters",
      paramLabel = "N",
      description = "Clients that contend for one resource in handoff (${DEFAULT-VALUE}).")
  int waiters = 32;

  @Option(
      names = "--with",
      split = ",",
      paramLabel = "SYSTEM",
      description = "Peers to run as well: etcd, zookeeper.")
  List<String> peers = new ArrayList<>();

  @Option(names = "--without-tenure", description = "Run the peers only.")
  boolean withoutTenure;

  @Option(
      names = "--failover",
      paramLabel = "ROUNDS",
      description = "Kill the leader so many times (kill -9, then SIGSTOP) and time it.")
  int failoverRounds;

  @Option(
      names = "--held",
      paramLabel = "N",
      description = "Acquire N leases and keep them; measure time, memory and restart.")
  long held;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Greatest heap of each Tenure or ZooKeeper node (${DEFAULT-VALUE}).")
  String heap = "1g";

  @Option(names = "--json", paramLabel = "FILE", description = "Write results as JSON lines.")
  @Nullable Path json;

  @Option(
      names = "--profile",
      arity = "0..1",
      fallbackValue = "build/bench-profile",
      paramLabel = "DIR",
      description = "Record Tenure's nodes with JFR, into build/bench-profile unless told.")
  @Nullable Path profile;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "One more setting for Tenure's configuration; may be repeated.")
  List<String> settings = new ArrayList<>();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where data directories are made; must be on a real disk (the system's /tmp).")
  Path data = Path.of(System.getProperty("java.io.tmpdir"));

  @Option(names = "--keep", description = "Do not remove data, configuration and logs.")
  boolean keep;

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "Distribution of Tenure (the one that was just built).")
  Path home = Path.of(System.getProperty("tenure.home", "build/install/tenure"));

  @Option(
      names = "--peer-connections",
      paramLabel = "N",
      description =
          "Connections to each node of a peer that its clients share, as its client library lets"
              + " them; 0: one per client (etcd 1, ZooKeeper 4).")
  @Nullable Integer peerConnections;

  /** Fails when a dialect has a name that none has. */
  void check() throws IOException {
    for (String dialect : dialects) {
      if (!DIALECTS.contains(dialect)) {
        throw new IOException(
            "unknown dialect " + dialect + "; there are " + String.join(", ", DIALECTS));
      }
    }
    if (dialects.stream().distinct().count() < dialects.size()) {
      throw new IOException("--dialect " + String.join(",", dialects) + " names one twice");
    }
    if (rounds() < 1) {
      throw new IOException("--rounds must be at least 1");
    }
  }

  double settleSeconds() {
    return settle == null ? SETTLE_SECONDS * dialects.size() : settle;
  }

  int rounds() {
    int usual = dialects.size() == 1 ? 1 : ROUNDS_TO_COMPARE;
    return rounds == null ? usual : rounds;
  }

  /**
   * The wires by which to measure that system, in this order, as {@link LoadGenerator} names them.
   */
  List<String> wires(String system) {
    return system.equals("tenure")
        ? dialects.stream().map(LoadGenerator::wireOfDialect).toList()
        : List.of(system);
  }

  /** The systems to run, in this order. */
  List<String> systems() {
    List<String> systems = new ArrayList<>();
    if (!withoutTenure) {
      systems.add("tenure");
    }
    systems.addAll(peers);
    return systems;
  }

  /** How many connections to each node the clients of that system share; 0 for one per client. */
  int connectionsPerNode(String system) {
    int usual =
        switch (system) {
          case "etcd" -> 1;
          case "zookeeper" -> 4;
          default -> 0;
        };
    return peerConnections == null ? usual : peerConnections;
  }

  Optional<Path> profileDirectory() {
    return Optional.ofNullable(profile).map(Path::toAbsolutePath);
  }
}
