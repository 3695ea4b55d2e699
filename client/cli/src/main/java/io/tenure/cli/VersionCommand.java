package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the versions of this program and of the nodes. */
@Command(
    name = "version",
    description = "Shows the version of this program, and of every node of the cluster.",
    footer = {
      "",
      "Examples:",
      "  tenure version",
      "  tenure version --client      of this program only, without asking the cluster"
    })
final class VersionCommand extends ClientCommand {

  @Option(names = "--client", description = "Do not ask the cluster.")
  private boolean clientOnly;

  VersionCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    ObjectNode versions = Json.object().put("client", Version.current());
    if (!json()) {
      out().println("client " + Version.current());
      out().flush();
    }
    if (!clientOnly) {
      ArrayNode all = versions.putArray("nodes");
      for (JsonNode member : members()) {
        ObjectNode node = all.addObject().put("id", member.path("id").asText());
        node.set("version", member.path("version"));
        if (!json()) {
          out().println(ClaimText.value(member, "id") + " " + ClaimText.value(member, "version"));
        }
      }
    }
    if (json()) {
      print(versions);
    }
    return ExitCode.OK;
  }

  private JsonNode members() {
    try (Nodes nodes = nodes()) {
      return nodes.ask(ApiRequest.get("/v1/cluster")).body().path("members");
    }
  }
}
