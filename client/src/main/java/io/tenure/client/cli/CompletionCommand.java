package io.tenure.client.cli;

import io.tenure.client.cli.exit.ExitCode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Writes a script by which shells complete commands and options. */
@Command(
    name = "completion",
    description = "Writes the script by which bash and zsh complete commands and options.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Examples:",
      "  source <(tenure completion)                              for this shell",
      "  tenure completion > /etc/bash_completion.d/tenure        for everybody"
    })
final class CompletionCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    if (spec == null) {
      throw new IllegalStateException("used without a command line");
    }
    CommandLine root = spec.root().commandLine();
    PrintWriter out = spec.commandLine().getOut();
    out.println(AutoComplete.bash("tenure", root));
    out.flush();
    return ExitCode.OK;
  }
}
