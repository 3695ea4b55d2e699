package io.tenure.client.cli;

import io.tenure.client.TenureException;
import io.tenure.client.cli.exit.CommandException;
import io.tenure.client.cli.exit.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where the client's commands start. The start script gives the others to other programs. */
@Command(
    name = "tenure",
    description = "Locks, leases and queues that survive failures.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  private Main() {}

  /** Ends the process with an {@link ExitCode}. */
  public static void main(String[] arguments) {
    PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    if (arguments.length == 1 && arguments[0].equals(WarmUp.NAME)) {
      System.exit(WarmUp.run());
    }
    Surroundings surroundings =
        new Surroundings(System.getenv(), System.getProperty("tenure.columns", ""));
    int exitCode = run(surroundings, out, err, arguments);
    out.flush();
    System.exit(exitCode);
  }

  static int run(Surroundings surroundings, PrintWriter out, PrintWriter err, String... arguments) {
    return commandLine(surroundings, arguments)
        .setOut(out)
        .setErr(err)
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setParameterExceptionHandler((failure, all) -> misused(failure, err))
        .setExecutionExceptionHandler((failure, command, parsed) -> explain(failure, err))
        .execute(arguments);
  }

  /** Knows only the command that is asked for, if it can, because each takes time to look at. */
  static CommandLine commandLine(Surroundings surroundings, String... arguments) {
    CommandLine root = new CommandLine(new Main());
    Commands commands = new Commands(surroundings);
    Optional<Object> only = arguments.length == 0 ? Optional.empty() : commands.only(arguments[0]);
    if (only.isPresent()) {
      root.addSubcommand(arguments[0], only.get());
    } else {
      commands.all().forEach(root::addSubcommand);
      root.getCommandSpec().usageMessage().footer(Commands.FOOTER);
    }
    root.setUsageHelpAutoWidth(false);
    root.setUsageHelpWidth(100);
    root.setUnmatchedOptionsArePositionalParams(false);
    return root;
  }

  private static int misused(ParameterException failure, PrintWriter err) {
    String command = failure.getCommandLine().getCommandSpec().qualifiedName();
    err.println("tenure: " + oneLine(failure.getMessage()) + "; see " + command + " --help");
    return ExitCode.USAGE;
  }

  /** What the user can mend is one line; only a fault of ours has a stack trace. */
  private static int explain(Exception failure, PrintWriter err) {
    if (failure instanceof CommandException ended) {
      err.println("tenure: " + oneLine(ended.getMessage()));
      return ended.exitCode();
    }
    if (failure instanceof TenureException refused) {
      err.println("tenure: " + oneLine(refused.getMessage()));
      return ExitCode.REFUSED;
    }
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    err.println("tenure: a fault of the program: " + trace);
    return ExitCode.INTERNAL;
  }

  private static String oneLine(@Nullable String text) {
    return text == null ? "failed" : text.strip().replaceAll("\\s*\\R\\s*", " ");
  }

  @Override
  public void run() {
    if (spec != null) {
      spec.commandLine().usage(spec.commandLine().getOut());
    }
  }
}
