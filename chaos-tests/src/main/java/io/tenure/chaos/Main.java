package io.tenure.chaos;

import io.tenure.chaos.planted.PlantException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Where the programs start: {@code chaos}, which may be left out, and {@code verify}. */
public final class Main {

  private Main() {}

  /** Ends the process with an {@link ExitCode}. */
  public static void main(String[] arguments) {
    System.setProperty("slf4j.internal.verbosity", "ERROR"); // nobody reads what libraries log
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    StopRequest stop = new StopRequest();
    Interrupts.handle(stop::ask);
    System.exit(run(System.getenv(), out, err, stop, arguments));
  }

  static int run(
      Map<String, String> environment,
      PrintWriter out,
      PrintWriter err,
      StopRequest stop,
      String... arguments) {
    List<String> words = Arrays.asList(arguments);
    boolean verify = !words.isEmpty() && words.get(0).equals("verify");
    boolean named = verify || (!words.isEmpty() && words.get(0).equals("chaos"));
    List<String> rest = named ? words.subList(1, words.size()) : words;
    Object command = verify ? new VerifyCommand(stop, environment) : new ChaosCommand(rest, stop);
    return new CommandLine(command)
        .setOverwrittenOptionsAllowed(true)
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(100)
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler((failure, all) -> misused(failure, err))
        .setExecutionExceptionHandler((failure, line, parsed) -> explain(failure, err))
        .execute(rest.toArray(String[]::new));
  }

  /** The commands with their options, for the completion of shells. */
  public static Map<String, CommandLine> commands() {
    StopRequest never = new StopRequest();
    return Map.of(
        "chaos", new CommandLine(new ChaosCommand(List.of(), never)),
        "verify", new CommandLine(new VerifyCommand(never, Map.of())));
  }

  private static int misused(ParameterException failure, PrintWriter err) {
    String name = failure.getCommandLine().getCommandName();
    String reason = String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
    err.println("tenure: " + reason + "; see " + name + " --help");
    return ExitCode.USAGE;
  }

  /** What the user can mend is one line; only a fault of ours has a stack trace. */
  private static int explain(Exception failure, PrintWriter err) {
    if (failure instanceof CannotRunException || failure instanceof PlantException) {
      err.println("tenure: " + failure.getMessage());
    } else {
      failure.printStackTrace(err);
    }
    return ExitCode.USAGE;
  }
}
