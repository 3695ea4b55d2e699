package io.tenure.bench;

import io.tenure.bench.cluster.BenchCluster;
import io.tenure.bench.cluster.EtcdCluster;
import io.tenure.bench.cluster.Site;
import io.tenure.bench.cluster.TenureCluster;
import io.tenure.bench.cluster.ZooKeeperCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** One run: each system after the other, each part on a cluster of its own. */
final class Bench {
  private final BenchOptions options;
  private final Output output;
  private final BenchReport report;
  private int clusters;

  Bench(BenchOptions options) throws IOException {
    this.options = options;
    this.output = new Output(System.out, options.json);
    this.report = new BenchReport(output);
  }

  void run() throws IOException, InterruptedException {
    options.check();
    Path data = Files.createTempDirectory(Files.createDirectories(options.data), "tenure-bench-");
    Thread cleaner = new Thread(() -> remove(data), "remove-data");
    if (!options.keep) {
      Runtime.getRuntime().addShutdownHook(cleaner);
    }
    describe(data);
    for (String system : options.systems()) {
      measure(system, data);
    }
    report.print();
  }

  private void describe(Path data) throws IOException {
    String fileSystem = Files.getFileStore(data).type();
    output.line(
        "%d cores, Java %s, data in %s (%s)",
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.version"),
        data,
        fileSystem);
    if (fileSystem.equals("tmpfs")) {
      output.line("WARNING: that is no disk, so fsync costs nothing: choose another with --data");
    }
  }

  private void measure(String system, Path data) throws IOException, InterruptedException {
    if (!options.workloads.equals(List.of("none"))) {
      onCluster(
          system,
          options.wires(system),
          data,
          (cluster, loads) -> report.add(new Cells(options, output, cluster, loads).run()));
    }
    if (options.failoverRounds > 0) {
      onCluster(
          system,
          List.of(system),
          data,
          (cluster, loads) ->
              report.addFailovers(
                  new FailoverBenchmark(output, cluster, loads.on(system))
                      .run(options.failoverRounds)));
    }
    if (options.held > 0) {
      onCluster(
          system,
          List.of(system),
          data,
          (cluster, loads) ->
              report.add(new Held(output, cluster, loads.on(system)).run(options.held)));
    }
  }

  private interface Part {
    void run(BenchCluster cluster, Loads loads) throws IOException, InterruptedException;
  }

  private void onCluster(String system, List<String> wires, Path data, Part part)
      throws IOException, InterruptedException {
    Site site =
        new Site(
            Files.createDirectory(data.resolve(system + "-" + ++clusters)),
            options.nodes,
            options.heap);
    List<Path> profiles = system.equals("tenure") ? profiles() : List.of();
    output.start("%s: starting %d nodes ... ", system, options.nodes);
    try (BenchCluster cluster = create(system, site, profiles)) {
      cluster.start();
      output.line("ready");
      try (Loads loads = Loads.start(cluster, wires)) {
        part.run(cluster, loads);
      }
    }
    if (!options.keep) {
      remove(site.directory());
    }
    if (!profiles.isEmpty()) {
      new ProfileSummary(output).print(profiles);
    }
  }

  private BenchCluster create(String system, Site site, List<Path> profiles)
      throws IOException, InterruptedException {
    return switch (system) {
      case "tenure" ->
          TenureCluster.create(
              site,
              new TenureCluster.Setup(
                  options.home,
                  options.settings,
                  profiles,
                  options.wires(system).stream().anyMatch(LoadGenerator::isGrpc)));
      case "etcd" -> {
        EtcdCluster.ensureInstalled(site.directory());
        yield EtcdCluster.create(site);
      }
      case "zookeeper" -> ZooKeeperCluster.create(site);
      default -> throw new IOException("unknown system " + system + "; there are etcd, zookeeper");
    };
  }

  private List<Path> profiles() throws IOException {
    List<Path> files = new ArrayList<>();
    if (options.profileDirectory().isPresent()) {
      Path directory = Files.createDirectories(options.profileDirectory().get());
      for (int i = 1; i <= options.nodes; i++) {
        files.add(directory.resolve("part" + clusters + "-n" + i + ".jfr"));
      }
    }
    return files;
  }

  private static void remove(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println("bench: cannot remove " + directory + ": " + e.getMessage());
    }
  }
}
