package io.tenure.cli;

import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** Writes a script by which shells complete commands and options. */
@Command(
    name = "completion",
    description =
        "Writes the script by which a shell completes commands, options and their values.",
    footer = {
      "",
      "Examples:",
      "  source <(tenure completion)                              for this shell",
      "  tenure completion > /etc/bash_completion.d/tenure        for everybody",
      "  tenure completion fish > ~/.config/fish/completions/tenure.fish"
    })
final class CompletionCommand extends ClientCommand {

  /** The shells that it knows. */
  static final class Shells implements Iterable<String> {
    private static final List<String> ALL = List.of("bash", "zsh", "fish");

    @Override
    public Iterator<String> iterator() {
      return ALL.iterator();
    }
  }

  @Parameters(
      arity = "0..1",
      paramLabel = "SHELL",
      completionCandidates = Shells.class,
      description = "${COMPLETION-CANDIDATES}; bash by default.")
  private String shell = "bash";

  CompletionCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    CommandLine root = everything(environment());
    switch (shell) {
      case "bash", "zsh" -> out().println(AutoComplete.bash("tenure", root));
      case "fish" -> new FishCompletion(root).print(out());
      default ->
          throw new CommandException(
              ExitCode.USAGE, "no completion for '" + shell + "'; expected bash, zsh or fish");
    }
    out().flush();
    return ExitCode.OK;
  }

  /** The commands of all programs. The global options are of this program's only. */
  static CommandLine everything(CommandEnvironment environment) {
    CommandSpec spec = CommandSpec.create().name("tenure").mixinStandardHelpOptions(true);
    spec.version(Arrays.stream(new Version().getVersion()).toArray(String[]::new));
    CommandLine root = new CommandLine(spec);
    CommandContext context = CommandContext.of(environment);
    Commands commands = new Commands(context);
    commands.own().forEach((name, command) -> add(root, name, command, context));
    add(root, "completion", new CompletionCommand(context), context);
    root.addSubcommand("help", new HelpCommand());
    ServerCommand.installed().forEach(root::addSubcommand);
    return root;
  }

  private static void add(CommandLine root, String name, Object command, CommandContext context) {
    CommandLine line = new CommandLine(command);
    line.registerConverter(Duration.class, new DurationText());
    line.addMixin("global", new GlobalOptions(context.environment()));
    root.addSubcommand(name, line);
  }
}
