package io.tenure.client.cli;

import io.tenure.client.cli.exit.CommandException;
import io.tenure.client.cli.exit.ExitCode;
import io.tenure.client.runner.LocketChannels;
import io.tenure.client.runner.LocketClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the Locket servers are, and how to be let in. */
final class LocketArguments {

  private final Surroundings surroundings;

  @Option(
      names = "--locket",
      paramLabel = "HOST:PORT",
      split = ",",
      description = "gRPC addresses of nodes, separated by commas (or TENURE_LOCKET).")
  private List<String> addresses = List.of();

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      description = "PEM file of our certificate, for mutual TLS; with --cert-key and --ca.")
  private @Nullable Path certificate;

  @Option(names = "--cert-key", paramLabel = "FILE", description = "PEM file of its key (PKCS #8).")
  private @Nullable Path key;

  LocketArguments(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  List<String> addresses() {
    List<String> given =
        addresses.isEmpty()
            ? Arrays.asList(surroundings.variable("TENURE_LOCKET").split(",", -1))
            : addresses;
    return given.stream().map(String::strip).filter(address -> !address.isEmpty()).toList();
  }

  /** Ready to call; ends the command if no address is known. */
  LocketClient open(ConnectionOptions connection) {
    if (addresses().isEmpty()) {
      throw new CommandException(
          ExitCode.USAGE,
          "--locket is missing (or set TENURE_LOCKET): host:port of a node's grpc-port");
    }
    try {
      return new LocketClient(
          LocketChannels.open(addresses(), identity(connection.ca())), connection.token());
    } catch (IOException unreadable) {
      throw new CommandException(
          ExitCode.USAGE, "cannot use the TLS files: " + unreadable.getMessage());
    }
  }

  private Optional<LocketChannels.Identity> identity(Optional<Path> ca) {
    if (certificate == null && key == null && ca.isEmpty()) {
      return Optional.empty();
    }
    if (certificate == null || key == null || ca.isEmpty()) {
      throw new CommandException(
          ExitCode.USAGE, "mutual TLS needs all of --ca, --cert and --cert-key");
    }
    return Optional.of(new LocketChannels.Identity(ca.get(), certificate, key));
  }
}
