package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.transport.ApiRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes claims away from their holders. */
@Command(
    name = "revoke",
    description = "Takes claims away from their holders, whoever they are.",
    footer = {
      "",
      "The next in line becomes active at once, while the former holder may still be at work until",
      "it notices. Only fencing tokens keep the two apart.",
      "",
      "Examples:",
      "  tenure revoke 17",
      "  tenure revoke --resource db-master      whoever holds it now"
    })
final class RevokeCommand extends ClientCommand {

  @Parameters(arity = "0..*", paramLabel = "CLAIM", description = "The numbers of the claims.")
  private List<Long> claims = List.of();

  @Option(
      names = "--resource",
      paramLabel = "NAME",
      description = "The claim that holds this resource.")
  private @Nullable String resource;

  RevokeCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    try (Nodes nodes = nodes()) {
      return new EachClaim(this).run(ids(nodes), id -> revoke(id, nodes));
    }
  }

  private List<Long> ids(Nodes nodes) {
    List<Long> ids = new ArrayList<>(claims);
    if (resource != null) {
      String query = "/v1/claims/?status=active&resource=" + UriText.query(resource);
      JsonNode holders = nodes.ask(ApiRequest.get(query)).body();
      if (holders.isEmpty()) {
        throw new CommandException(ExitCode.REFUSED, "nobody holds " + resource);
      }
      holders.forEach(claim -> ids.add(claim.path("id").asLong()));
    }
    if (ids.isEmpty()) {
      throw new CommandException(ExitCode.USAGE, "name a claim, or --resource; see --help");
    }
    return ids;
  }

  private static JsonNode revoke(long id, Nodes nodes) {
    String path = "/v1/claims/" + id + "/";
    nodes.ask(ApiRequest.write("PATCH", path, "{\"status\":\"revoked\"}"));
    return nodes.ask(ApiRequest.get(path)).body();
  }
}
