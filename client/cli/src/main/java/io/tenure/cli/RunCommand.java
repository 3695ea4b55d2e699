package io.tenure.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.cli.run.ChildCommand;
import io.tenure.cli.run.LeasedRun;
import io.tenure.cli.run.RunMessages;
import io.tenure.cli.run.RunTiming;
import io.tenure.client.machine.ClaimSpec;
import io.tenure.client.machine.Keyring;
import io.tenure.client.machine.Tuning;
import io.tenure.client.transport.Json;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a command while a resource is held. */
@Command(
    name = "run",
    description = "Runs a command while it holds a resource, and stops it before that can end.",
    footer = {
      "",
      "The command gets TENURE_FENCING_TOKEN, TENURE_CLAIM, TENURE_RESOURCE and",
      "TENURE_DEADLINE_FILE, a file with the time at which the lease ends unless it is renewed, in",
      "seconds since 1970. It does not get TENURE_TOKEN. If the lease cannot be renewed, the"
          + " command's",
      "whole process group gets TERM, then KILL after the grace, and is gone before the lease"
          + " ends,",
      "even if this program is frozen or killed. HUP, INT, TERM, USR1 and USR2 are passed on.",
      "",
      "Examples:",
      "  tenure run --resource nightly -- ./backup.sh --full",
      "  tenure run --resource nightly --timeout 0 -- ./backup.sh       only if it is free now",
      "  tenure run --resource db --ttl 30s --grace 10s --on-lost 'logger lost db' -- ./master",
      "  TENURE_URL=http://10.0.0.1:8081,http://10.0.0.2:8081 tenure run --resource job -- make",
      "",
      "Exit codes: the command's own, 128+n if it died of signal n; 75 not free in time, 76 lost,",
      "69 no answer, 77 not allowed, 1 refused, 2 usage, 126 or 127 the command cannot be started."
    })
final class RunCommand extends ClientCommand {

  @Option(names = "--resource", required = true, paramLabel = "NAME", description = "What to hold.")
  private String resource = "";

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      description =
          "How long the lease lasts without a renewal; 15s by default. It is renewed three times"
              + " in that time.")
  private Duration ttl = Duration.ofSeconds(15);

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      description =
          "How long to wait for the resource; as long as it takes by default, 0 not at all.")
  private @Nullable Duration timeout;

  @Option(
      names = "--grace",
      paramLabel = "DURATION",
      description = "Time between TERM and KILL, as a part of the ttl; a third of it by default.")
  private @Nullable Duration grace;

  @Option(
      names = "--on-lost",
      paramLabel = "COMMAND",
      description =
          "Run this by sh -c when the resource was lost and the command has been stopped.")
  private @Nullable String onLost;

  @Option(
      names = "--user-data",
      paramLabel = "JSON",
      description =
          "Any JSON that everybody can read; host, pid and the name of the program by default.")
  private @Nullable String userData;

  @Option(
      names = "--show-arguments",
      description = "Show the command's arguments with its name. They may contain secrets.")
  private boolean showArguments;

  @Option(names = "--pass-token", description = "Leave TENURE_TOKEN in the command's environment.")
  private boolean passToken;

  @Option(
      names = {"-v", "--verbose"},
      description = "Report on standard error what happens.")
  private boolean verbose;

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "What to run, and its arguments.")
  private List<String> command = List.of();

  RunCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() throws InterruptedException {
    RunTiming timing = RunTiming.of(ttl, Optional.ofNullable(grace));
    ClaimSpec spec = spec(timing);
    RunMessages messages = new RunMessages(err(), json(), verbose, resource);
    String urls = options().urls().stream().map(URI::toString).collect(Collectors.joining(","));
    LeasedRun run = new LeasedRun(timing, childProcess(urls), Optional.ofNullable(onLost));
    try (Keyring keyring = Keyring.open(options().settings(), Tuning.DEFAULT)) {
      return run.run(listener -> keyring.claim(spec, listener), options().patience(), messages);
    }
  }

  private ClaimSpec spec(RunTiming timing) {
    Optional<Duration> limit = Optional.ofNullable(timeout);
    try {
      String data = userData == null ? whoAmI() : Json.require(userData).toString();
      return new ClaimSpec(resource, timing.ttl(), limit, Optional.of(data));
    } catch (IllegalArgumentException wrong) {
      throw new CommandException(ExitCode.USAGE, String.valueOf(wrong.getMessage()));
    }
  }

  /** For those who see in a list who holds what; without arguments, which may be secret. */
  private String whoAmI() {
    ObjectNode data = Json.object();
    data.put("host", HostName.current());
    data.put("pid", ProcessHandle.current().pid());
    Path program = Path.of(command.get(0)).getFileName();
    String name = program == null ? command.get(0) : program.toString();
    return data.put("command", showArguments ? String.join(" ", command) : name).toString();
  }

  private ChildCommand childProcess(String urls) {
    return new ChildCommand(command, Map.of("TENURE_URL", urls), passToken);
  }
}
