package io.tenure.client.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.cli.exit.CommandException;
import io.tenure.client.cli.exit.ExitCode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Files a claim. */
@Command(
    name = "claim",
    description = "Files a claim on a resource, for scripts that renew and release it themselves.",
    footer = {
      "",
      "Without --wait the claim stays in line if it must; it then has the exit code 75 and may",
      "become active any time, so renew or release it. With --wait it is withdrawn when the time"
          + " is",
      "over. `tenure run` does all that by itself, and stops the work in time.",
      "",
      "Examples:",
      "  tenure claim db-master --ttl 60",
      "  tenure claim db-master --ttl 60 --wait 300",
      "  id=$(tenure claim nightly --ttl 600 --wait 0 --json | jq .id) && work; tenure release $id",
      "",
      "Exit codes: 0 active, 75 not active, 1 refused, 2 usage, 69 no answer, 77 not allowed."
    })
final class ClaimCommand extends ClientCommand {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  /** Says that whoever files waits for its turn, and needs no time to ask. */
  private static final Duration NOTICE = Duration.ofMillis(1);

  private static final Duration LAST_PATIENCE = Duration.ofSeconds(2);

  @Parameters(paramLabel = "NAME", description = "The resource.")
  private String name = "";

  @Option(
      names = "--ttl",
      paramLabel = "SECONDS",
      description = "How long it lasts; 60 by default.")
  private double ttl = 60;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = "How long to wait for it, then give up.")
  private @Nullable Double wait;

  @Option(names = "--user-data", paramLabel = "JSON", description = "Shown to others.")
  private @Nullable String userData;

  ClaimCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  public Integer call() {
    Nodes nodes = connection().nodes();
    Question filing = Question.write("POST", "/v1/claims/", body().toString());
    JsonNode claim = nodes.ask(wait == null ? filing : filing.waiting(NOTICE)).body();
    if (wait != null && isWaiting(claim)) {
      claim = await(claim, nodes);
    }
    if (json()) {
      print(claim);
    } else {
      ClaimText.print(claim, out(), terminal());
    }
    return claim.path("status").asText().equals("active") ? ExitCode.OK : ExitCode.NOT_ACQUIRED;
  }

  private ObjectNode body() {
    ObjectNode body = Nodes.JSON.createObjectNode().put("resource", name);
    body.put("ttl", SecondsOption.duration("--ttl", ttl).toNanos() / 1e9);
    if (userData != null) {
      try {
        body.set("user_data", Nodes.JSON.readTree(userData));
      } catch (JsonProcessingException notJson) {
        throw new CommandException(
            ExitCode.USAGE, "--user-data: is not JSON: " + notJson.getOriginalMessage());
      }
    }
    return body;
  }

  /** Waits for its turn; whoever interrupts it leaves no claim behind. */
  private JsonNode await(JsonNode filed, Nodes nodes) {
    String path = "/v1/claims/" + filed.path("id").asText() + "/";
    Duration patience = SecondsOption.duration("--wait", wait == null ? 0 : wait);
    long end = System.nanoTime() + patience.toNanos();
    Thread giveUp = new Thread(() -> withdraw(path, last()));
    Runtime.getRuntime().addShutdownHook(giveUp);
    JsonNode claim = filed;
    for (long left = patience.toNanos(); left > 0; left = end - System.nanoTime()) {
      Duration longest = Duration.ofNanos(Math.min(left, LONGEST_WAIT.toNanos()));
      claim = nodes.ask(Question.get(path).waiting(longest)).body();
      if (!isWaiting(claim)) {
        Runtime.getRuntime().removeShutdownHook(giveUp);
        return claim;
      }
    }
    withdraw(path, nodes);
    Runtime.getRuntime().removeShutdownHook(giveUp);
    JsonNode outcome = nodes.ask(Question.get(path)).body();
    if (!outcome.path("status").asText().equals("active")) {
      err().println("tenure: " + name + " was not free in time; `tenure queue` shows who has it");
    }
    return outcome;
  }

  /** If it has become active just now, it stays so. */
  private static void withdraw(String path, Nodes nodes) {
    JsonNode claim = nodes.ask(Question.get(path)).body();
    if (isWaiting(claim)) {
      nodes.askFor(Question.write("PUT", path, "{\"status\":\"withdrawn\"}"));
    }
  }

  private Nodes last() {
    return new Nodes(connection().urls(), connection().token(), connection().tls(), LAST_PATIENCE);
  }

  private static boolean isWaiting(JsonNode claim) {
    return claim.path("status").asText().equals("waiting");
  }
}
