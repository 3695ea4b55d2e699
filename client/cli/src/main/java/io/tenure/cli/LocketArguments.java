package io.tenure.cli;

import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.cli.runner.LocketChannels;
import io.tenure.cli.runner.LocketClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Where the Locket servers are, and how to be let in. */
final class LocketArguments {

  private final CommandEnvironment environment;

  @Option(
      names = "--locket",
      paramLabel = "HOST:PORT",
      split = ",",
      scope = ScopeType.INHERIT,
      description = "gRPC addresses of nodes, separated by commas (or TENURE_LOCKET).")
  private List<String> addresses = List.of();

  LocketArguments(CommandEnvironment environment) {
    this.environment = environment;
  }

  List<String> addresses() {
    List<String> given =
        addresses.isEmpty()
            ? Arrays.asList(environment.variable("TENURE_LOCKET").split(",", -1))
            : addresses;
    return given.stream().map(String::strip).filter(address -> !address.isEmpty()).toList();
  }

  /** Ready to call; ends the command if no address is known. */
  LocketClient open(GlobalOptions options) {
    if (addresses().isEmpty()) {
      throw new CommandException(
          ExitCode.USAGE,
          "--locket is missing (or set TENURE_LOCKET): host:port of a node's grpc-port");
    }
    try {
      return new LocketClient(LocketChannels.open(addresses(), identity(options)), options.token());
    } catch (IOException unreadable) {
      throw new CommandException(
          ExitCode.USAGE, "cannot use the TLS files: " + unreadable.getMessage());
    }
  }

  /** With a certificate of our own; without one, the connection is plain text. */
  private static Optional<LocketChannels.Identity> identity(GlobalOptions options) {
    List<Optional<Path>> files = List.of(options.ca(), options.certificate(), options.key());
    if (files.stream().allMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    if (files.stream().anyMatch(Optional::isEmpty)) {
      throw new CommandException(
          ExitCode.USAGE, "mutual TLS needs all of --ca, --cert and --cert-key");
    }
    return Optional.of(
        new LocketChannels.Identity(
            files.get(0).orElseThrow(), files.get(1).orElseThrow(), files.get(2).orElseThrow()));
  }
}
