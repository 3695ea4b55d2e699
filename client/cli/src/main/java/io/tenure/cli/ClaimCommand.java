package io.tenure.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.transport.ApiRequest;
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
      "  tenure claim db-master --ttl 60s",
      "  tenure claim db-master --ttl 60s --wait 5m",
      "  id=$(tenure claim nightly --ttl 10m --wait 0 --json | jq .id) && work; tenure release $id",
      "",
      "Exit codes: 0 active, 75 not active, 1 refused, 2 usage, 69 no answer, 77 not allowed."
    })
final class ClaimCommand extends ClientCommand {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  /** Says that whoever files waits for its turn, and needs no time to ask. */
  private static final Duration NOTICE = Duration.ofMillis(1);

  @Parameters(paramLabel = "NAME", description = "The resource.")
  private String name = "";

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      description = "How long the lease lasts without a renewal; 60s by default.")
  private Duration ttl = Duration.ofSeconds(60);

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      description = "How long to wait in line, then give up.")
  private @Nullable Duration wait;

  @Option(
      names = "--user-data",
      paramLabel = "JSON",
      description = "Any JSON; everybody can read it.")
  private @Nullable String userData;

  ClaimCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    JsonNode claim;
    try (Nodes nodes = nodes()) {
      claim = file(nodes);
    }
    if (json()) {
      print(claim);
    } else {
      ClaimText.print(claim, out(), terminal());
    }
    return claim.path("status").asText().equals("active") ? ExitCode.OK : ExitCode.NOT_ACQUIRED;
  }

  private JsonNode file(Nodes nodes) {
    ApiRequest filing = ApiRequest.write("POST", "/v1/claims/", body().toString());
    JsonNode claim = nodes.ask(wait == null ? filing : filing.withWaiting(NOTICE)).body();
    return wait != null && isWaiting(claim) ? await(claim, wait, nodes) : claim;
  }

  private ObjectNode body() {
    ObjectNode body = Nodes.JSON.createObjectNode().put("resource", name);
    body.put("ttl", DurationText.seconds(ttl));
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
  private JsonNode await(JsonNode filed, Duration patience, Nodes nodes) {
    String path = "/v1/claims/" + filed.path("id").asText() + "/";
    long end = System.nanoTime() + patience.toNanos();
    Thread giveUp = new Thread(() -> withdrawAtEnd(path));
    Runtime.getRuntime().addShutdownHook(giveUp);
    JsonNode claim = filed;
    for (long left = patience.toNanos(); left > 0; left = end - System.nanoTime()) {
      Duration longest = Duration.ofNanos(Math.min(left, LONGEST_WAIT.toNanos()));
      claim = nodes.ask(ApiRequest.get(path).withWaiting(longest)).body();
      if (!isWaiting(claim)) {
        Runtime.getRuntime().removeShutdownHook(giveUp);
        return claim;
      }
    }
    withdraw(path, nodes);
    Runtime.getRuntime().removeShutdownHook(giveUp);
    JsonNode outcome = nodes.ask(ApiRequest.get(path)).body();
    if (!outcome.path("status").asText().equals("active")) {
      err().println("tenure: " + name + " was not free in time; `tenure queue` shows who has it");
    }
    return outcome;
  }

  /** If it has become active just now, it stays so. */
  private static void withdraw(String path, Nodes nodes) {
    JsonNode claim = nodes.ask(ApiRequest.get(path)).body();
    if (isWaiting(claim)) {
      nodes.askFor(ApiRequest.write("PATCH", path, "{\"status\":\"withdrawn\"}"));
    }
  }

  private void withdrawAtEnd(String path) {
    try (Nodes once = options().nodesAt(options().urls())) {
      withdraw(path, once);
    }
  }

  private static boolean isWaiting(JsonNode claim) {
    return claim.path("status").asText().equals("waiting");
  }
}
