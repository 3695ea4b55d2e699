package io.tenure.client.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.cli.exit.ExitCode;
import java.io.IOException;
import java.net.URI;
import picocli.CommandLine.Command;

/** Asks each node how it is. */
@Command(
    name = "health",
    description = "Asks every node that is given whether it lives and is ready to serve.",
    footer = {
      "",
      "Examples:",
      "  tenure health",
      "  tenure health --url http://10.0.0.1:8081,http://10.0.0.2:8081,http://10.0.0.3:8081",
      "",
      "Exit codes: 0 all are ready, 69 one is not."
    })
final class HealthCommand extends ClientCommand {

  HealthCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  public Integer call() {
    Nodes nodes = connection().nodes();
    ArrayNode health = Nodes.JSON.createArrayNode();
    nodes.urls().forEach(url -> health.add(ask(url, nodes)));
    boolean ready = true;
    Table table = new Table("URL", "STATUS", "REASON");
    for (JsonNode node : health) {
      String status = node.path("status").asText();
      ready &= status.equals("ready");
      table.add(node.path("url").asText(), status, ClaimText.value(node, "reason"));
    }
    if (json()) {
      print(health);
    } else {
      table.print(out(), terminal());
    }
    return ready ? ExitCode.OK : ExitCode.UNAVAILABLE;
  }

  private static ObjectNode ask(URI url, Nodes nodes) {
    ObjectNode health = Nodes.JSON.createObjectNode().put("url", url.toString());
    try {
      NodeAnswer readiness = nodes.askOne(url, Question.get("/readyz"));
      if (readiness.isSuccess()) {
        return health.put("status", "ready").putNull("reason");
      }
      return health.put("status", "not ready").put("reason", Refusal.reason(readiness));
    } catch (IOException failure) {
      return health.put("status", "unreachable").put("reason", Refusal.reason(failure));
    }
  }
}
