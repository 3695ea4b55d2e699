package io.tenure.node;

import io.tenure.config.ConfigException;
import io.tenure.jraft.RefusedToStartException;
import io.tenure.kernel.NewerLevelException;
import io.tenure.node.backup.BackupException;
import io.tenure.store.StoreException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;

/** Where the process starts: {@code tenure node}, {@code tenure local} and others. */
@Command(
    name = "tenure",
    description = "A lease cluster: locks, leases and queues that survive failures.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  tenure local                         a cluster of three nodes on this machine",
      "  tenure node --help                   how to run one node of a real cluster",
      "  tenure config check conf/3-nodes.conf"
    })
public final class Main implements Runnable {

  /** Netty's search for leaked buffers takes a stack trace at one in 128 of them. */
  private static final String LEAK_DETECTION = "io.netty.leakDetection.level";

  /** A client of TLS 1.2 could else begin one handshake after the other over one connection. */
  private static final String RENEGOTIATION = "jdk.tls.rejectClientInitiatedRenegotiation";

  @Spec private @Nullable CommandSpec spec;

  private Main() {}

  /** Ends the process with an {@link ExitCode}. */
  public static void main(String[] arguments) {
    if (System.getProperty(LEAK_DETECTION) == null) {
      System.setProperty(LEAK_DETECTION, "disabled");
    }
    if (System.getProperty(RENEGOTIATION) == null) {
      System.setProperty(RENEGOTIATION, "true");
    }
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(System.getenv(), out, err, arguments));
  }

  static int run(
      Map<String, String> environment, PrintWriter out, PrintWriter err, String... arguments) {
    return commandLine(environment)
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(100)
        .setOut(out)
        .setErr(err)
        .setExecutionExceptionHandler((failure, command, parsed) -> explain(failure, err))
        .execute(arguments);
  }

  /** The commands with their options, for the completion of shells. */
  public static Map<String, CommandLine> commands() {
    Map<String, CommandLine> commands =
        new LinkedHashMap<>(commandLine(System.getenv()).getSubcommands());
    commands.remove(NodeWarmUp.NAME);
    return commands;
  }

  private static CommandLine commandLine(Map<String, String> environment) {
    return new CommandLine(new Main())
        .addSubcommand(new LocalCommand(environment))
        .addSubcommand(new BootstrapCommand(environment))
        .addSubcommand(new NodeCommand(environment))
        .addSubcommand(new ConfigCommand(environment))
        .addSubcommand(new CertsCommand(environment))
        .addSubcommand(new BackupCommand(environment))
        .addSubcommand(new RestoreCommand(environment))
        .addSubcommand(new InspectCommand())
        .addSubcommand(new AuthCommand(environment))
        .addSubcommand(NodeWarmUp.NAME, warmUp());
  }

  /** For the launcher alone, so it is in no help text. */
  private static CommandSpec warmUp() {
    return CommandSpec.wrapWithoutInspection((Callable<Integer>) NodeWarmUp::run)
        .usageMessage(new UsageMessageSpec().hidden(true));
  }

  /** What the user can mend is one line for each thing; only a fault of ours has a stack trace. */
  private static int explain(Exception failure, PrintWriter err) {
    if (failure instanceof StartupException refused) {
      String.valueOf(refused.getMessage()).lines().forEach(line -> err.println("tenure: " + line));
      return refused.exitCode();
    }
    if (failure instanceof ConfigException wrong) {
      wrong.problems().forEach(problem -> err.println("tenure: " + problem));
      return ExitCode.USAGE;
    }
    if (failure instanceof BackupException
        || failure instanceof StoreException
        || failure instanceof NewerLevelException) {
      err.println("tenure: " + failure.getMessage());
      return ExitCode.FAILURE;
    }
    if (failure instanceof RefusedToStartException unusable) {
      err.println("tenure: " + unusable.getMessage());
      return ExitCode.IDENTITY;
    }
    LoggerFactory.getLogger(Main.class).error("failed", failure);
    return ExitCode.FAILURE;
  }

  @Override
  public void run() {
    if (spec != null) {
      spec.commandLine().usage(spec.commandLine().getOut());
    }
  }
}
