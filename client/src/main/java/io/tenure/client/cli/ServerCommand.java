package io.tenure.client.cli;

import io.tenure.client.cli.exit.CommandException;
import io.tenure.client.cli.exit.ExitCode;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/**
 * Stands for a command that the start script gives to another program, so that the help and the
 * completion know it.
 */
@Command
final class ServerCommand implements Callable<Integer> {

  @Parameters(hidden = true, arity = "0..*")
  private List<String> arguments = List.of();

  static CommandSpec spec(String description) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(new ServerCommand());
    spec.usageMessage().description(description);
    return spec;
  }

  @Override
  public Integer call() {
    throw new CommandException(
        ExitCode.USAGE, "only bin/tenure starts this; " + arguments.size() + " arguments ignored");
  }
}
