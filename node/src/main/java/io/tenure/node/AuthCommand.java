package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigException;
import io.tenure.config.ConfigFile;
import io.tenure.gateway.Principal;
import io.tenure.gateway.Right;
import io.tenure.gateway.auth.rules.Decision;
import io.tenure.gateway.auth.rules.RulesFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Tells who may do what. */
@Command(
    name = "auth",
    description = "Tells which line of the rules decides whether somebody may do something.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Example:",
      "  tenure auth test --config tenure.conf --as token:ci --group build --do write --on ci/x"
    })
final class AuthCommand implements Runnable {
  private final Map<String, String> environment;

  @Spec private @Nullable CommandSpec spec;

  AuthCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public void run() {
    throw new ParameterException(spec().commandLine(), "say what: test");
  }

  private CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("used without a command line");
    }
    return spec;
  }

  @Command(
      name = "test",
      description = "Tells whether somebody may do something, and which line says so.",
      mixinStandardHelpOptions = true,
      footer = {"", "Exit code: 0 if it is allowed, 1 if not."})
  int test(
      @Option(names = "--config", required = true, paramLabel = "FILE") Path config,
      @Option(names = "--as", required = true, paramLabel = "PRINCIPAL") String principal,
      @Option(names = "--group", paramLabel = "GROUP") @Nullable List<String> groups,
      @Option(names = "--do", required = true, paramLabel = "RIGHT") String right,
      @Option(names = "--on", required = true, paramLabel = "RESOURCE") String resource)
      throws ConfigException {
    Set<String> in = groups == null ? Set.of() : Set.copyOf(groups);
    Principal who = new Principal(principal, in, Instant.MAX);
    ClusterConfig cluster = ConfigFile.read(config, environment);
    return tell(decide(cluster, who, right(right), resource));
  }

  private Right right(String word) {
    try {
      Right right = Right.valueOf(word.toUpperCase(Locale.ROOT));
      if (right != Right.NONE) {
        return right;
      }
    } catch (IllegalArgumentException unknown) {
      // told below
    }
    throw new ParameterException(
        spec().commandLine(),
        "--do: " + word + " is no right; allowed: read, write, revoke, admin");
  }

  private static Decision decide(
      ClusterConfig cluster, Principal who, Right right, String resource) {
    Path file =
        cluster
            .auth()
            .rules()
            .orElseThrow(
                () -> new StartupException(ExitCode.USAGE, "there is no auth.rules in the file"));
    try {
      return RulesFile.read(file).decide(who, right, resource);
    } catch (IOException unusable) {
      throw new StartupException(
          ExitCode.USAGE, "auth.rules: " + file + ": " + unusable.getMessage());
    }
  }

  private int tell(Decision decision) {
    String line =
        decision.line().map(by -> "line " + by.number() + ": " + by.text()).orElse("no line fits");
    spec()
        .commandLine()
        .getOut()
        .println((decision.allowed() ? "allowed by " : "refused: ") + line);
    return decision.allowed() ? ExitCode.OK : ExitCode.FAILURE;
  }
}
