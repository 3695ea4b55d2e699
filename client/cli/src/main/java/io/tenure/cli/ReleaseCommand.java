package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.client.transport.ApiRequest;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Gives claims back. */
@Command(
    name = "release",
    description =
        "Releases claims; those that still wait are withdrawn, those already released stay so.",
    footer = {"", "Examples:", "  tenure release 17", "  tenure release 17 18 19"})
final class ReleaseCommand extends ClientCommand {

  @Parameters(arity = "1..*", paramLabel = "CLAIM", description = "The numbers of the claims.")
  private List<Long> claims = List.of();

  ReleaseCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    try (Nodes nodes = nodes()) {
      return new EachClaim(this).run(claims, id -> release(id, nodes));
    }
  }

  private JsonNode release(long id, Nodes nodes) {
    String path = "/v1/claims/" + id + "/";
    NodeAnswer answer = nodes.askFor(ApiRequest.write("PATCH", path, "{\"status\":\"released\"}"));
    if (!answer.isSuccess()) {
      JsonNode now = nodes.askFor(ApiRequest.get(path)).body();
      switch (now.path("status").asText()) {
        case "waiting" -> nodes.ask(ApiRequest.write("PATCH", path, "{\"status\":\"withdrawn\"}"));
        case "released", "withdrawn" -> {
          err().println("tenure: claim " + id + " was already " + now.path("status").asText());
          return now;
        }
        default -> throw Refusal.of(answer);
      }
    }
    return nodes.ask(ApiRequest.get(path)).body();
  }
}
