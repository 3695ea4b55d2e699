package io.tenure.cli;

import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.transport.ConnectionSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options of every command, before its name or after: where the cluster is, how to be let in. */
final class GlobalOptions {

  private static final String DEFAULT_URL = "http://127.0.0.1:8081";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final CommandEnvironment environment;

  @Option(
      names = "--url",
      paramLabel = "URL",
      split = ",",
      scope = ScopeType.INHERIT,
      description =
          "Nodes to ask, separated by commas (or TENURE_URL); " + DEFAULT_URL + " by default.")
  private List<String> urls = List.of();

  @Option(
      names = "--token",
      paramLabel = "SECRET",
      scope = ScopeType.INHERIT,
      description = "The token to send; others can see options, so prefer the next, or a variable.")
  private @Nullable String token;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "A file with the token (or TENURE_TOKEN_FILE, or the token in TENURE_TOKEN).")
  private @Nullable Path tokenFile;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "PEM file of the authorities to trust for TLS (or TENURE_CA).")
  private @Nullable Path ca;

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "PEM file of our own certificate, for mutual TLS (or TENURE_CERT).")
  private @Nullable Path certificate;

  @Option(
      names = "--cert-key",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "PEM file of its key, PKCS #8 (or TENURE_CERT_KEY).")
  private @Nullable Path key;

  @Option(
      names = "--patience",
      paramLabel = "DURATION",
      scope = ScopeType.INHERIT,
      description =
          "How long to try again while no node can answer. By default 10s, and not at all if all"
              + " nodes refuse the connection.")
  private @Nullable Duration patience;

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "Print JSON, for programs; errors too.")
  private boolean json;

  GlobalOptions(CommandEnvironment environment) {
    this.environment = environment;
  }

  boolean json() {
    return json;
  }

  /** The addresses that were given; never empty. */
  List<URI> urls() {
    List<String> given = new ArrayList<>(urls);
    if (given.isEmpty()) {
      given.addAll(Arrays.asList(environment.variable("TENURE_URL").split(",")));
    }
    List<URI> found =
        given.stream()
            .map(String::strip)
            .filter(url -> !url.isEmpty())
            .map(GlobalOptions::url)
            .toList();
    return found.isEmpty() ? List.of(URI.create(DEFAULT_URL)) : found;
  }

  Optional<String> token() {
    String secret = token != null ? token : environment.variable("TENURE_TOKEN");
    Optional<Path> file = file(tokenFile, "TENURE_TOKEN_FILE");
    if (token == null && (tokenFile != null || secret.isEmpty()) && file.isPresent()) {
      secret = contents(file.get());
    }
    if (!secret.matches("[!-~]*")) {
      throw new CommandException(
          ExitCode.USAGE, "--token (TENURE_TOKEN): has blanks or other than visible ASCII");
    }
    return secret.isEmpty() ? Optional.empty() : Optional.of(secret);
  }

  private static String contents(Path file) {
    try {
      String text = Files.readString(file).strip();
      if (text.isEmpty()) {
        throw new CommandException(ExitCode.USAGE, "--token-file: " + file + " is empty");
      }
      return text;
    } catch (IOException failure) {
      throw new CommandException(
          ExitCode.USAGE, "--token-file: cannot use " + file + ": " + Refusal.fileReason(failure));
    }
  }

  /** Whom to trust and who we are, if it was said. */
  private Optional<SSLContext> tls() {
    if (ca().isEmpty() && certificate().isEmpty() && key().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(ClientTls.context(ca(), certificate(), key()));
  }

  Optional<Path> ca() {
    return file(ca, "TENURE_CA");
  }

  Optional<Path> certificate() {
    return file(certificate, "TENURE_CERT");
  }

  Optional<Path> key() {
    return file(key, "TENURE_CERT_KEY");
  }

  private Optional<Path> file(@Nullable Path given, String variable) {
    String named = environment.variable(variable);
    return given != null
        ? Optional.of(given)
        : named.isEmpty() ? Optional.empty() : Optional.of(Path.of(named));
  }

  Duration patience() {
    return patience == null ? PATIENCE : patience;
  }

  /** How the library connects. */
  ConnectionSettings settings() {
    return settings(urls());
  }

  private ConnectionSettings settings(List<URI> nodes) {
    ConnectionSettings plain = ConnectionSettings.to(nodes);
    Optional<String> secret = token();
    if (secret.isPresent()) {
      plain = plain.withToken(secret.get());
    }
    Optional<SSLContext> context = tls();
    return context.isPresent() ? plain.withTls(context.get()) : plain;
  }

  Nodes nodes(Consumer<String> notices) {
    return new Nodes(settings(), patience(), patience == null, notices);
  }

  /** Other nodes of the same cluster, each asked once. */
  Nodes nodesAt(List<URI> others) {
    return new Nodes(settings(others), Duration.ZERO, true, notice -> {});
  }

  /** What is unsafe, though it works. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (token().isPresent()) {
      urls().stream()
          .filter(url -> url.getScheme().equals("http") && !isLoopback(url.getHost()))
          .findFirst()
          .ifPresent(
              url -> warnings.add("the token is sent to " + url + " unencrypted; use https"));
    }
    if (token == null
        && file(tokenFile, "TENURE_TOKEN_FILE").filter(GlobalOptions::isOpen).isPresent()) {
      warnings.add("other users can read the token file; `chmod 600` keeps it yours");
    }
    return warnings;
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost") || host.matches("127\\.[0-9.]+|\\[::1\\]|\\[0:0:.*:1\\]");
  }

  private static boolean isOpen(Path file) {
    try {
      Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
      return rights.contains(PosixFilePermission.GROUP_READ)
          || rights.contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException unknown) {
      return false;
    }
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
