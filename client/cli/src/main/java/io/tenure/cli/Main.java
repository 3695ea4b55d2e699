package io.tenure.cli;

import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.TenureException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;

/** Where the client's commands start. The start script gives the others to other programs. */
@Command(
    name = "tenure",
    description = "Locks, leases and queues that survive failures.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    customSynopsis = "tenure [OPTIONS] COMMAND [OPTIONS] ...",
    sortOptions = false)
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
    CommandEnvironment environment =
        new CommandEnvironment(System.getenv(), System.getProperty("tenure.columns", ""));
    int exitCode = run(environment, out, err, arguments);
    out.flush();
    System.exit(exitCode);
  }

  static int run(
      CommandEnvironment environment, PrintWriter out, PrintWriter err, String... arguments) {
    ErrorLine errors = ErrorLine.of(err, arguments);
    return commandLine(environment, arguments)
        .setOut(out)
        .setErr(err)
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setParameterExceptionHandler((failure, all) -> errors.tell(UsageError.of(failure)))
        .setExecutionExceptionHandler((failure, command, parsed) -> explain(failure, errors))
        .execute(arguments);
  }

  /** Knows only the command that is asked for, if it can, because each takes time to look at. */
  static CommandLine commandLine(CommandEnvironment environment, String... arguments) {
    CommandContext context = CommandContext.of(environment);
    CommandLine root = new CommandLine(new Main());
    root.addMixin("global", context.options());
    Commands commands = new Commands(context);
    Optional<Object> only = arguments.length == 0 ? Optional.empty() : commands.only(arguments[0]);
    if (only.isPresent()) {
      root.addSubcommand(arguments[0], only.get());
    } else {
      commands.all().forEach(root::addSubcommand);
      root.getCommandSpec().usageMessage().footer(Commands.FOOTER);
      // They are in the help of every command, and would fill the screen here.
      root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> "");
    }
    root.setUsageHelpAutoWidth(false);
    root.setUsageHelpWidth(100);
    root.setUnmatchedOptionsArePositionalParams(false);
    root.registerConverter(Duration.class, new DurationText());
    return root;
  }

  /** What the user can mend is one line; only a fault of ours has a stack trace. */
  private static int explain(Exception failure, ErrorLine errors) {
    if (failure instanceof CommandException ended) {
      return errors.tell(ended);
    }
    if (failure instanceof TenureException refused) {
      return errors.tell(Refusal.of(refused));
    }
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    errors.err().println("tenure: a fault of the program: " + trace);
    return ExitCode.INTERNAL;
  }

  @Override
  public void run() {
    if (spec != null) {
      spec.commandLine().usage(spec.commandLine().getOut());
    }
  }
}
