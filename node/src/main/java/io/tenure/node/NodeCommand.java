package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigException;
import io.tenure.config.NodeConfig;
import io.tenure.jraft.FoundingExchange;
import io.tenure.jraft.RefusedToStartException;
import io.tenure.kernel.KnownLevels;
import io.tenure.link.Link;
import io.tenure.node.identity.Identity;
import io.tenure.node.logging.LogFormat;
import io.tenure.node.logging.Logging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      "  tenure bootstrap --config conf/3-nodes.conf --node n1 --data /var/lib/tenure",
      "                      once, when the cluster is new, on each of its machines",
      "  tenure node --config conf/3-nodes.conf --node n1 --data /var/lib/tenure",
      "                      every start",
      "  tenure node --config conf/alone.conf --node n1 --data /var/lib/tenure --force-new-cluster",
      "                      once, when a majority is lost for ever; see docs/operations.md",
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

  @Mixin private final NodeArguments arguments;

  @Option(
      names = "--bootstrap",
      description =
          "Does what `tenure bootstrap` does if the data directory is empty. Not for a command that"
              + " is run again: after the loss of a disk it would be wrong.")
  private boolean bootstrap;

  @Option(
      names = "--force-new-cluster",
      description =
          "Makes a new cluster of this node alone, with all that it has stored, after a majority of"
              + " the members is lost for ever. What it has not stored is lost. Once.")
  private boolean forceNewCluster;

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
    arguments = new NodeArguments("node", environment);
  }

  @Override
  public Integer call() throws ConfigException {
    Logging.configure(
        choice("--log", logFormat, "TENURE_LOG", "text", LogFormat::valueOf),
        choice("--log-level", logLevel, "TENURE_LOG_LEVEL", "info", Level::valueOf));
    KnownLevels levels = LevelChoice.of(System.getProperty(LevelChoice.PROPERTY, ""));
    ClusterConfig cluster = arguments.cluster();
    NodeConfig self = arguments.self(cluster);
    requireReadable(cluster);
    Link.Options link =
        new Link.Options(self.raftBind(), self.raftPort(), PeerTls.load(cluster, self));

    try (DataDirectory directory = DataDirectory.open(arguments.data())) {
      Ports.requireFree(ports(self));
      if (parentPid > 0) {
        Shutdown.endWith(parentPid);
      }
      Identity configured = NodeArguments.identity(cluster, self);
      if (forceNewCluster) {
        new ForcedCluster(directory, link).make(configured);
      }
      Identity known = directory.claim(configured, bootstrap);
      NativeLibraries.unpackBelow(directory.path(), environment);
      Link.Options counted = link.with(RunFile.next(directory.path()));
      Identity identity = known.isFounded() ? known : found(directory, known, counted);
      String version = Version.current();
      run(
          new NodeOptions(cluster, self, identity, counted, directory.path(), version, levels),
          directory);
    }
    return ExitCode.OK;
  }

  /** Waits for the other nodes of a new cluster. */
  static Identity found(DataDirectory directory, Identity bootstrapped, Link.Options link) {
    try (FoundingExchange exchange = new FoundingExchange(bootstrapped, link)) {
      Identity founded = exchange.await();
      directory.found(founded);
      return founded;
    } catch (RefusedToStartException refused) {
      throw new StartupException(ExitCode.IDENTITY, String.valueOf(refused.getMessage()));
    } catch (IOException taken) {
      throw new StartupException(ExitCode.PORT_BUSY, String.valueOf(taken.getMessage()));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new StartupException(ExitCode.FAILURE, "interrupted before the cluster began");
    }
  }

  private static void run(NodeOptions options, DataDirectory directory) {
    Node running = new Node(options);
    running.start();
    directory.keep(options.identity());
    HttpAddress.write(directory.path(), options.cluster(), options.self());
    HangUp.call(running::reload);
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
    Shutdown.sleepForEver();
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

  private static void requireReadable(ClusterConfig cluster) {
    cluster.httpTls().ifPresent(tls -> requireReadable("http.tls", tls.certificate(), tls.key()));
    cluster
        .locket()
        .tls()
        .ifPresent(
            tls -> requireReadable("locket.tls", tls.certificate(), tls.key(), tls.clientCa()));
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
