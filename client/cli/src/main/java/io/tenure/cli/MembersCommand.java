package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.transport.ApiRequest;
import picocli.CommandLine.Command;

/** Lists the members of the cluster. */
@Command(
    name = "members",
    description = "Lists the members of the cluster and their addresses.",
    footer = {
      "",
      "Examples:",
      "  tenure members",
      "  export TENURE_URL=$(tenure members --json | jq -r 'map(.http_url) | join(\",\")')"
    })
final class MembersCommand extends ClientCommand {

  MembersCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    JsonNode members;
    try (Nodes nodes = nodes()) {
      members = nodes.ask(ApiRequest.get("/v1/cluster")).body().path("members");
    }
    if (json()) {
      print(members);
      return ExitCode.OK;
    }
    Table table = new Table("NODE", "ROLE", "URL", "RAFT", "VERSION");
    for (JsonNode member : members) {
      table.add(
          ClaimText.value(member, "id"),
          ClaimText.value(member, "role"),
          ClaimText.value(member, "http_url"),
          ClaimText.value(member, "raft_address"),
          ClaimText.value(member, "version"));
    }
    table.print(out(), terminal());
    return ExitCode.OK;
  }
}
