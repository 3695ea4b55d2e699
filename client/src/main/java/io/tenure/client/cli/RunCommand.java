package io.tenure.client.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.cli.exit.CommandException;
import io.tenure.client.cli.exit.ExitCode;
import io.tenure.client.cli.run.LeasedRun;
import io.tenure.client.cli.run.RunMessages;
import io.tenure.client.cli.run.RunTiming;
import io.tenure.client.machine.ClaimSpec;
import io.tenure.client.machine.Keyring;
import io.tenure.client.machine.Tuning;
import io.tenure.client.transport.Json;
import java.net.URI;
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
      "seconds since 1970. If the lease cannot be renewed, all of the command's process group gets",
      "TERM, and KILL after the grace, and is gone before the lease ends; even if this program is",
      "frozen or killed. HUP, INT, TERM, USR1 and USR2 are passed on.",
      "",
      "Examples:",
      "  tenure run --resource nightly -- ./backup.sh --full",
      "  tenure run --resource nightly --timeout 0 -- ./backup.sh     only if it is free now",
      "  tenure run --resource db --ttl 30 --grace 10 --on-lost 'logger lost db' -- ./master",
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
      paramLabel = "SECONDS",
      description =
          "How long the lease lasts without a renewal; 15 by default. It is renewed thrice in that"
              + " time.")
  private double ttl = 15;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long to wait for it; as long as it takes by default, 0 not at all.")
  private @Nullable Double timeout;

  @Option(
      names = "--grace",
      paramLabel = "SECONDS",
      description = "Between TERM and KILL, within the ttl; a third of it by default.")
  private @Nullable Double grace;

  @Option(
      names = "--on-lost",
      paramLabel = "COMMAND",
      description = "For sh -c, when the resource was lost and the command has been stopped.")
  private @Nullable String onLost;

  @Option(names = "--user-data", paramLabel = "JSON", description = "Shown to others.")
  private @Nullable String userData;

  @Option(
      names = {"-v", "--verbose"},
      description = "Tell on standard error what happens.")
  private boolean verbose;

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "What to run, and its arguments.")
  private List<String> command = List.of();

  RunCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  public Integer call() throws InterruptedException {
    RunTiming timing =
        RunTiming.of(
            SecondsOption.duration("--ttl", ttl),
            Optional.ofNullable(grace).map(given -> SecondsOption.duration("--grace", given)));
    ClaimSpec spec = spec(timing);
    RunMessages messages = new RunMessages(err(), json(), verbose, resource);
    String urls = connection().urls().stream().map(URI::toString).collect(Collectors.joining(","));
    LeasedRun run =
        new LeasedRun(timing, command, Map.of("TENURE_URL", urls), Optional.ofNullable(onLost));
    try (Keyring keyring = Keyring.open(connection().toTransport(), Tuning.DEFAULT)) {
      return run.run(listener -> keyring.claim(spec, listener), connection().patience(), messages);
    }
  }

  private ClaimSpec spec(RunTiming timing) {
    Optional<Duration> limit =
        Optional.ofNullable(timeout).map(given -> SecondsOption.duration("--timeout", given));
    try {
      String data = userData == null ? whoAmI() : Json.require(userData).toString();
      return new ClaimSpec(resource, timing.ttl(), limit, Optional.of(data));
    } catch (IllegalArgumentException wrong) {
      throw new CommandException(ExitCode.USAGE, String.valueOf(wrong.getMessage()));
    }
  }

  /** For those who wait, and see in the queue who is before them. */
  private String whoAmI() {
    ObjectNode data = Json.object();
    data.put("host", surroundings().variable("HOSTNAME"));
    data.put("pid", ProcessHandle.current().pid());
    return data.put("command", String.join(" ", command)).toString();
  }
}
