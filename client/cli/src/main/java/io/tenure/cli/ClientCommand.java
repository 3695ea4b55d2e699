package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all commands have in common. */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpWidth = 100)
abstract class ClientCommand implements Callable<Integer> {

  private final CommandContext context;

  @Spec private @Nullable CommandSpec spec;

  ClientCommand(CommandContext context) {
    this.context = context;
  }

  /** Does the work; returns an exit code. */
  abstract int execute() throws InterruptedException;

  @Override
  public final Integer call() throws InterruptedException {
    options().warnings().forEach(warning -> err().println("tenure: warning: " + warning));
    return execute();
  }

  final CommandEnvironment environment() {
    return context.environment();
  }

  final GlobalOptions options() {
    return context.options();
  }

  final boolean json() {
    return options().json();
  }

  /** To be closed by the command. */
  final Nodes nodes() {
    return options().nodes(this::tellUser);
  }

  private void tellUser(String notice) {
    if (terminal().columns().isPresent() && !json()) {
      err().println("tenure: " + notice);
    }
  }

  final PrintWriter out() {
    return spec().commandLine().getOut();
  }

  final PrintWriter err() {
    return spec().commandLine().getErr();
  }

  final Terminal terminal() {
    return environment().terminal();
  }

  final void print(JsonNode value) {
    out().println(value);
    out().flush();
  }

  final CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("used without a command line");
    }
    return spec;
  }
}
