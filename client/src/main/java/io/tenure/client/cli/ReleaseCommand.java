package io.tenure.client.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Gives claims back. */
@Command(
    name = "release",
    description = "Gives claims back; those that still wait are withdrawn.",
    footer = {"", "Examples:", "  tenure release 17", "  tenure release 17 18 19"})
final class ReleaseCommand extends ClientCommand {

  @Parameters(arity = "1..*", paramLabel = "CLAIM", description = "The numbers of the claims.")
  private List<Long> claims = List.of();

  ReleaseCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  public Integer call() {
    Nodes nodes = connection().nodes();
    return new EachClaim(this).run(claims, id -> release(id, nodes));
  }

  private static JsonNode release(long id, Nodes nodes) {
    String path = "/v1/claims/" + id + "/";
    NodeAnswer answer = nodes.askFor(Question.write("PUT", path, "{\"status\":\"released\"}"));
    if (!answer.isSuccess()) {
      NodeAnswer now = nodes.askFor(Question.get(path));
      if (!now.body().path("status").asText().equals("waiting")) {
        throw Refusal.of(answer);
      }
      nodes.ask(Question.write("PUT", path, "{\"status\":\"withdrawn\"}"));
    }
    return nodes.ask(Question.get(path)).body();
  }
}
