package io.tenure.node;

import static java.util.stream.Collectors.joining;

import io.tenure.config.ConfigException;
import io.tenure.config.NodeConfig;
import io.tenure.node.local.JavaLauncher;
import io.tenure.node.local.LocalCluster;
import io.tenure.node.local.LocalClusterException;
import io.tenure.node.local.LocalDirectory;
import io.tenure.node.local.Screen;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a cluster on this machine, each node a process of its own. */
@Command(
    name = "local",
    description = "Runs a whole cluster on this machine, each node a process of its own.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  tenure local                         three nodes, HTTP on 127.0.0.1:8081, 8082 and 8083",
      "  tenure local --nodes 5 --data /tmp/five --base-port 9081",
      "  TENURE_ELECTION_TIMEOUT=1s TENURE_HEAP=-Xmx4g tenure local",
      "",
      "Ctrl-C stops all nodes; the next start finds their data again. The directory has the"
          + " cluster's",
      "configuration, which may be edited, and a log for each node."
    })
final class LocalCommand implements Callable<Integer> {
  private static final Duration START_PATIENCE = Duration.ofSeconds(60);
  private static final Duration STOP_PATIENCE = Duration.ofMinutes(2);

  private final Map<String, String> environment;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "How many: 1, 3, 5, 7 or 9; 3 by default, or as many as there were.")
  private @Nullable Integer nodes;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Where everything is kept; build/local-cluster in a checkout, else tenure-data.")
  private @Nullable Path data;

  @Option(
      names = "--base-port",
      paramLabel = "PORT",
      description =
          "HTTP port of the first node; 8081 by default. The nodes talk to each other 1000 below,"
              + " Locket clients to them 1000 above.")
  private @Nullable Integer basePort;

  @Option(
      names = "--tls",
      description =
          "The nodes of a new cluster talk to each other over TLS; makes the certificates.")
  private boolean tls;

  LocalCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws ConfigException {
    LocalDirectory directory = new LocalDirectory(data == null ? defaultData() : data);
    LocalSetup setup =
        LocalSetup.prepare(
            directory,
            new LocalSetup.Wish(Optional.ofNullable(nodes), Optional.ofNullable(basePort), tls),
            environment);
    Screen screen = new Screen(out());
    LocalCluster cluster = new LocalCluster(setup.config(), directory, screen);
    Shutdown.atEnd(STOP_PATIENCE, () -> stop(cluster, screen));
    try {
      long started = System.nanoTime();
      cluster.start(
          new JavaLauncher(directory, Main.class.getName(), environment), setup.toBootstrap());
      NodeConfig leader = cluster.awaitReady(START_PATIENCE);
      welcome(setup, leader, Duration.ofNanos(System.nanoTime() - started), screen);
    } catch (LocalClusterException failure) {
      throw new StartupException(failure.exitCode(), String.valueOf(failure.getMessage()));
    }
    cluster.awaitEnd();
    return ExitCode.FAILURE;
  }

  private static void stop(LocalCluster cluster, Screen screen) {
    if (cluster.isRunning()) {
      screen.print("Stopping the nodes, the leader last.");
      cluster.stop();
      screen.print("Stopped.");
    }
  }

  private static Path defaultData() {
    boolean inCheckout =
        Files.exists(Path.of("settings.gradle")) && Files.exists(Path.of("gradlew"));
    return inCheckout ? Path.of("build", "local-cluster") : Path.of("tenure-data");
  }

  private PrintWriter out() {
    if (spec == null) {
      throw new IllegalStateException("used without a command line");
    }
    return spec.commandLine().getOut();
  }

  private static void welcome(LocalSetup setup, NodeConfig leader, Duration took, Screen screen) {
    int count = setup.config().nodes().size();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%nTenure %s: %d %s, %s leads, ready after %.1f s%n%n",
            Version.current(),
            count,
            count == 1 ? "node" : "nodes",
            leader.id(),
            took.toMillis() / 1000.0));
    for (NodeConfig node : setup.config().nodes()) {
      text.append("  ").append(node.id()).append("  ").append(setup.config().httpUrl(node));
      node.grpcAddress().ifPresent(address -> text.append("  Locket ").append(address));
      text.append(node.equals(leader) ? "  (leader)\n" : "\n");
    }
    String url = setup.config().httpUrl(setup.config().nodes().get(0));
    String addresses =
        setup.config().nodes().stream().map(setup.config()::httpUrl).collect(joining(","));
    text.append("\nTry it:\n  curl -sS ").append(url).append("/v1/claims/");
    text.append(
        " -H 'Content-Type: application/json' -d '{\"resource\": \"printer\", \"ttl\": 60}'\n");
    text.append("  export TENURE_URL=").append(addresses).append('\n');
    text.append("  ").append(program()).append(" list\n");
    setup.config().nodes().get(0).grpcAddress().ifPresent(address -> appendLocket(text, address));
    text.append("\nData and logs are in ").append(setup.directory().path());
    text.append(". Ctrl-C stops all nodes.\n");
    screen.print(text.toString());
  }

  /**
   * So that the lines can be pasted: by its full path, unless it was started without the script.
   */
  private static String program() {
    String home = System.getProperty("tenure.home", "");
    return home.isEmpty() ? "tenure" : Path.of(home, "bin", "tenure").toString();
  }

  private static void appendLocket(StringBuilder text, String address) {
    text.append("  ").append(program()).append(" locket --locket ").append(address);
    text.append(" lock printer me --ttl 15");
    text.append("   (or any Locket client, without TLS)\n");
  }
}
