package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigException;
import io.tenure.config.ConfigFile;
import io.tenure.config.NodeConfig;
import io.tenure.node.logging.LogFormat;
import io.tenure.node.logging.Logging;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs one node until it is told to stop. */
@Command(
    name = "node",
    description = "Runs one node of a cluster.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  tenure node --config conf/3-nodes.conf --node n1 --data /var/lib/tenure --bootstrap",
      "                      the first start of a new cluster, on each of its machines",
      "  tenure node --config conf/3-nodes.conf --node n1 --data /var/lib/tenure",
      "                      every later start",
      "  TENURE_ELECTION_TIMEOUT=1s tenure node ...",
      "                      a variable overrides the file; `tenure config list` shows all"
          + " settings",
      "",
      "Exit codes: 1 failure, 2 wrong command line or configuration, 3 identity or data directory,",
      "4 port busy, 70 stopped itself because to go on could do harm, 130 or 143 stopped by a"
          + " signal."
    })
final class NodeCommand implements Callable<Integer> {
  private static final Logger log = LoggerFactory.getLogger(NodeCommand.class);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

  private final Map<String, String> environment;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Configuration of the cluster (or TENURE_CONFIG).")
  private @Nullable String config;

  @Option(
      names = "--node",
      paramLabel = "ID",
      description = "Which of its nodes this is (or TENURE_NODE).")
  private @Nullable String node;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where this node keeps everything (or TENURE_DATA).")
  private @Nullable String data;

  @Option(
      names = "--bootstrap",
      description =
          "The cluster is new, so an empty data directory is right. Never for a node that was a"
              + " member before and lost its data: acknowledged writes could be lost.")
  private boolean bootstrap;

  @Option(
      names = "--log",
      paramLabel = "text|json",
      description = "Form of the log on standard error; text by default (or TENURE_LOG).")
  private @Nullable String logFormat;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      description = "error, warn, info, debug or trace; info by default (or TENURE_LOG_LEVEL).")
  private @Nullable String logLevel;

  @Option(names = "--parent-pid", hidden = true, paramLabel = "PID")
  private long parentPid;

  NodeCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws ConfigException {
    Logging.configure(
        choice("--log", logFormat, "TENURE_LOG", "text", LogFormat::valueOf),
        choice("--log-level", logLevel, "TENURE_LOG_LEVEL", "info", Level::valueOf));
    Path file = Path.of(required("--config", config, "TENURE_CONFIG"));
    ClusterConfig cluster = ConfigFile.read(file, environment);
    cluster.warnings().forEach(warning -> log.warn("{}: {}", file, warning));
    NodeConfig self = self(cluster, file);
    requireReadable(cluster);

    try (DataDirectory directory =
        DataDirectory.open(Path.of(required("--data", data, "TENURE_DATA")))) {
      Ports.requireFree(ports(self));
      if (bootstrap && directory.hasIdentity()) {
        log.warn("--bootstrap is for the first start; take it out, lest a lost disk go unnoticed");
      }
      directory.claim(Identity.founding(cluster, self), bootstrap);
      run(new NodeOptions(cluster, self, directory.path(), bootstrap, Version.current()));
    }
    return ExitCode.OK;
  }

  private void run(NodeOptions options) {
    Node running = new Node(options);
    running.start();
    Shutdown.atEnd(
        STOP_PATIENCE,
        () -> {
          log.info("stopping");
          running.close();
          log.info("stopped");
        });
    log.info(
        "{} of cluster {} serves {}, version {}",
        options.self().id(),
        options.cluster().name(),
        options.cluster().httpUrl(options.self()),
        options.version());
    if (parentPid > 0) {
      Shutdown.endWith(parentPid);
    }
    Shutdown.sleepForEver();
  }

  private String required(String option, @Nullable String given, String variable) {
    String value = given != null ? given : environment.getOrDefault(variable, "");
    if (value.isBlank()) {
      throw new StartupException(
          ExitCode.USAGE, option + " is missing (or set " + variable + "); see tenure node --help");
    }
    return value;
  }

  private <T> T choice(
      String option,
      @Nullable String given,
      String variable,
      String byDefault,
      Function<String, T> valueOf) {
    String fallback = environment.getOrDefault(variable, "");
    String value = given != null ? given : fallback.isBlank() ? byDefault : fallback;
    try {
      return valueOf.apply(value.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw new StartupException(
          ExitCode.USAGE, option + ": '" + value + "' is unknown; see tenure node --help");
    }
  }

  private NodeConfig self(ClusterConfig cluster, Path file) {
    String id = required("--node", node, "TENURE_NODE");
    Optional<NodeConfig> found = cluster.node(id);
    return found.orElseThrow(
        () ->
            new StartupException(
                ExitCode.USAGE,
                "--node: there is no node "
                    + id
                    + " in "
                    + file
                    + "; allowed: "
                    + String.join(", ", cluster.nodes().stream().map(NodeConfig::id).toList())));
  }

  private static void requireReadable(ClusterConfig cluster) {
    cluster.httpTls().ifPresent(tls -> requireReadable("http.tls", tls.certificate(), tls.key()));
    cluster
        .locket()
        .tls()
        .ifPresent(
            tls -> requireReadable("locket.tls", tls.certificate(), tls.key(), tls.clientCa()));
    Credentials.of(cluster);
  }

  private static void requireReadable(String setting, Path... files) {
    for (Path file : files) {
      if (!Files.isReadable(file)) {
        throw new StartupException(ExitCode.USAGE, setting + ": cannot read " + file);
      }
    }
  }

  private static List<Ports.Wanted> ports(NodeConfig self) {
    List<Ports.Wanted> ports = new ArrayList<>();
    String prefix = "node." + self.id();
    ports.add(new Ports.Wanted(prefix + ".raft-port", self.raftBind(), self.raftPort()));
    ports.add(new Ports.Wanted(prefix + ".http-port", self.httpBind(), self.httpPort()));
    self.grpcPort()
        .ifPresent(
            port -> ports.add(new Ports.Wanted(prefix + ".grpc-port", self.httpBind(), port)));
    return ports;
  }
}
