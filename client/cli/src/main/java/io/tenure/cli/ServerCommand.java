package io.tenure.cli;

import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/**
 * Stands for a command that the start script gives to another program, so that the help knows it.
 */
@Command
final class ServerCommand implements Callable<Integer> {

  static final Map<String, String> DESCRIPTIONS = new LinkedHashMap<>();

  static {
    DESCRIPTIONS.put("local", "Runs a whole cluster on this machine.");
    DESCRIPTIONS.put("bootstrap", "Makes the data directory of a new node.");
    DESCRIPTIONS.put("backup", "Copies all that a cluster keeps into one file.");
    DESCRIPTIONS.put("restore", "Begins a new cluster with a backup.");
    DESCRIPTIONS.put("inspect", "Tells what is in a backup or a data directory.");
    DESCRIPTIONS.put("node", "Runs one node of a cluster.");
    DESCRIPTIONS.put("config", "Checks configurations and explains settings.");
    DESCRIPTIONS.put("auth", "Tells who may do what by the rules.");
    DESCRIPTIONS.put("certs", "Makes certificates for the nodes of a cluster.");
    DESCRIPTIONS.put("chaos", "Breaks a cluster on purpose and checks its promises.");
    DESCRIPTIONS.put("verify", "Checks the promises of your own running cluster.");
  }

  /** The programs have a method that tells their commands; they are another module's. */
  private static final List<String> PROGRAMS =
      List.of("io.tenure.node.Main", "io.tenure.chaos.Main");

  @Parameters(hidden = true, arity = "0..*")
  private List<String> arguments = List.of();

  static CommandSpec spec(String description) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(new ServerCommand());
    spec.usageMessage().description(description);
    return spec;
  }

  /** The commands with all their options, of those programs that are installed. */
  static Map<String, CommandLine> installed() {
    Map<String, CommandLine> commands = new LinkedHashMap<>();
    for (String program : PROGRAMS) {
      commands(program).ifPresent(found -> found.forEach(commands::put));
    }
    return commands;
  }

  private static Optional<Map<String, CommandLine>> commands(String program) {
    Map<String, CommandLine> found = new LinkedHashMap<>();
    try {
      Object commands = Class.forName(program).getMethod("commands").invoke(null);
      ((Map<?, ?>) commands).forEach((name, line) -> found.put((String) name, (CommandLine) line));
      return Optional.of(found);
    } catch (ReflectiveOperationException | LinkageError notInstalled) {
      return Optional.empty();
    }
  }

  @Override
  public Integer call() {
    throw new CommandException(
        ExitCode.USAGE, "only bin/tenure starts this; " + arguments.size() + " arguments ignored");
  }
}
