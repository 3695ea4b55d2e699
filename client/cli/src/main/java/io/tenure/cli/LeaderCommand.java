package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.Json;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows the leader, or makes another member the leader. */
@Command(
    name = "leader",
    description = "Shows which member leads, or makes another member the leader.",
    footer = {
      "",
      "Examples:",
      "  tenure leader",
      "  tenure leader n2              hands leadership over to n2",
      "",
      "Exit codes: 0 done, 69 there is no leader, or the member did not become the leader."
    })
final class LeaderCommand extends ClientCommand {

  @Parameters(arity = "0..1", paramLabel = "NODE", description = "The member that is to lead.")
  private @Nullable String node;

  LeaderCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    try (Nodes nodes = nodes()) {
      if (node != null) {
        String body = Json.object().put("node", node).toString();
        nodes.ask(ApiRequest.repeatable("POST", "/v1/cluster/leader", body));
      }
      JsonNode cluster = nodes.ask(ApiRequest.get("/v1/cluster")).body();
      if (node == null && !cluster.path("leader").isTextual()) {
        throw new CommandException(ExitCode.UNAVAILABLE, "there is no leader");
      }
      String leader = node == null ? cluster.path("leader").asText() : node;
      if (json()) {
        print(Json.object().put("leader", leader).put("term", cluster.path("term").asLong()));
      } else {
        out().println(leader + (node == null ? "" : " leads"));
      }
    }
    return ExitCode.OK;
  }
}
