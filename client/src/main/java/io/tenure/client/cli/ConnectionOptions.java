package io.tenure.client.cli;

import io.tenure.client.cli.exit.CommandException;
import io.tenure.client.cli.exit.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command: where the cluster is, and how to be let in. */
public final class ConnectionOptions {

  private static final String DEFAULT_URL = "http://127.0.0.1:8081";

  private final Surroundings surroundings;

  @Option(
      names = "--url",
      paramLabel = "URL",
      split = ",",
      description =
          "Nodes to ask, separated by commas (or TENURE_URL); " + DEFAULT_URL + " by default.")
  private List<String> urls = List.of();

  @Option(
      names = "--token",
      paramLabel = "SECRET",
      description = "What the cluster lets in (better as TENURE_TOKEN: others see options).")
  private @Nullable String token;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "PEM file of the authorities to trust for https (or TENURE_CA).")
  private @Nullable Path ca;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      description = "How long to go on asking when no node answers; 10 by default.")
  private double patience = 10;

  ConnectionOptions(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** The addresses that were given; never empty. */
  public List<URI> urls() {
    List<String> given = new ArrayList<>(urls);
    if (given.isEmpty()) {
      given.addAll(Arrays.asList(surroundings.variable("TENURE_URL").split(",")));
    }
    List<URI> found =
        given.stream()
            .map(String::strip)
            .filter(url -> !url.isEmpty())
            .map(ConnectionOptions::url)
            .toList();
    return found.isEmpty() ? List.of(URI.create(DEFAULT_URL)) : found;
  }

  public Optional<String> token() {
    String secret = token != null ? token : surroundings.variable("TENURE_TOKEN");
    if (!secret.matches("[!-~]*")) {
      throw new CommandException(
          ExitCode.USAGE, "--token (TENURE_TOKEN): has blanks or other than visible ASCII");
    }
    return secret.isEmpty() ? Optional.empty() : Optional.of(secret);
  }

  /** Whom to trust, if it was said. */
  public Optional<SSLContext> tls() {
    Optional<Path> given = ca();
    if (given.isEmpty()) {
      return Optional.empty();
    }
    Path file = given.get();
    try {
      return Optional.of(TrustedAuthorities.read(file));
    } catch (IOException failure) {
      throw new CommandException(
          ExitCode.USAGE, "--ca: cannot use " + file + ": " + Refusal.fileReason(failure));
    }
  }

  Optional<Path> ca() {
    String variable = surroundings.variable("TENURE_CA");
    return ca != null
        ? Optional.of(ca)
        : variable.isEmpty() ? Optional.empty() : Optional.of(Path.of(variable));
  }

  public Duration patience() {
    return SecondsOption.duration("--patience", patience);
  }

  /** The same, for the library. */
  io.tenure.client.transport.ConnectionSettings toTransport() {
    io.tenure.client.transport.ConnectionSettings plain =
        io.tenure.client.transport.ConnectionSettings.to(urls());
    if (token().isPresent()) {
      plain = plain.withToken(token().get());
    }
    return tls().isPresent() ? plain.withTls(tls().get()) : plain;
  }

  Nodes nodes() {
    return new Nodes(urls(), token(), tls(), patience());
  }

  private static URI url(String text) {
    String full = text.contains("://") ? text : "http://" + text;
    try {
      URI url = URI.create(full);
      if (url.getHost() != null && List.of("http", "https").contains(url.getScheme())) {
        return url;
      }
    } catch (IllegalArgumentException notAnAddress) {
      throw wrong(text);
    }
    throw wrong(text);
  }

  private static CommandException wrong(String text) {
    return new CommandException(
        ExitCode.USAGE,
        "--url: '" + text + "' is not an address; write it like http://10.0.0.1:8081");
  }
}
