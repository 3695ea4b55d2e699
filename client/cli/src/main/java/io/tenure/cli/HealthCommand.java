package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.NoAnswer;
import io.tenure.client.transport.SendResult;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;

/** Asks each node how it is. */
@Command(
    name = "health",
    description = "Asks every node of the cluster whether it is ready to serve.",
    footer = {
      "",
      "The nodes of --url name the other members; these are asked at their own addresses.",
      "",
      "Examples:",
      "  tenure health",
      "  tenure health --url http://10.0.0.1:8081,http://10.0.0.2:8081,http://10.0.0.3:8081",
      "",
      "Exit codes: 0 all are ready, 69 one is not."
    })
final class HealthCommand extends ClientCommand {

  HealthCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    ArrayNode health = Nodes.JSON.createArrayNode();
    Set<String> asked = new HashSet<>();
    List<JsonNode> members = new ArrayList<>();
    try (Nodes nodes = nodes()) {
      for (int i = 0; i < nodes.urls().size(); i++) {
        SendResult cluster = nodes.askOne(i, ApiRequest.get("/v1/cluster"));
        String id = "";
        if (cluster instanceof HttpAnswer answer && answer.isSuccess()) {
          JsonNode known = answer.json();
          id = known.path("node").asText();
          known.path("members").forEach(members::add);
        }
        asked.add(id);
        health.add(ask(nodes, i, id));
      }
    }
    askOthers(members, asked, health);
    return show(health);
  }

  private void askOthers(List<JsonNode> members, Set<String> asked, ArrayNode health) {
    for (JsonNode member : members) {
      String id = member.path("id").asText();
      if (asked.add(id)) {
        URI url = URI.create(member.path("http_url").asText());
        try (Nodes one = options().nodesAt(List.of(url))) {
          health.add(ask(one, 0, id));
        }
      }
    }
  }

  private int show(ArrayNode health) {
    boolean ready = true;
    Table table = new Table("NODE", "URL", "STATUS", "REASON");
    for (JsonNode node : health) {
      String status = node.path("status").asText();
      ready &= status.equals("ready");
      table.add(
          ClaimText.value(node, "id"),
          node.path("url").asText(),
          status,
          ClaimText.value(node, "reason"));
    }
    if (json()) {
      print(health);
    } else {
      table.print(out(), terminal());
    }
    return ready ? ExitCode.OK : ExitCode.UNAVAILABLE;
  }

  private static ObjectNode ask(Nodes nodes, int index, String id) {
    ObjectNode health = Nodes.JSON.createObjectNode();
    health.put("id", id.isEmpty() ? null : id).put("url", nodes.urls().get(index).toString());
    SendResult result = nodes.askOne(index, ApiRequest.get("/readyz"));
    if (result instanceof NoAnswer none) {
      return health.put("status", "unreachable").put("reason", none.reason());
    }
    NodeAnswer readiness = NodeAnswer.of((HttpAnswer) result);
    return readiness.isSuccess()
        ? health.put("status", "ready").putNull("reason")
        : health.put("status", "not ready").put("reason", Refusal.reason(readiness));
  }
}
