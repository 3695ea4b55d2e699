package io.tenure.client.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all commands have in common. */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpWidth = 100)
public abstract class ClientCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private final ConnectionOptions connection;

  @Option(names = "--json", description = "Print JSON, for programs.")
  private boolean json;

  protected ClientCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
    this.connection = new ConnectionOptions(surroundings);
  }

  protected final Surroundings surroundings() {
    return surroundings;
  }

  protected final ConnectionOptions connection() {
    return connection;
  }

  protected final boolean json() {
    return json;
  }

  protected final PrintWriter out() {
    return spec().commandLine().getOut();
  }

  protected final PrintWriter err() {
    return spec().commandLine().getErr();
  }

  final Terminal terminal() {
    return surroundings.terminal();
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
