package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.Json;
import io.tenure.client.transport.NoAnswer;
import io.tenure.client.transport.SendResult;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes a node out of a load balancer's rotation, or puts it back. */
@Command(
    name = "rotation",
    description = "Takes a node out of the load balancer's rotation, or puts it back in.",
    footer = {
      "",
      "The node goes on to serve whoever calls it; only its `GET /v1/health` changes, also after a",
      "restart.",
      "",
      "Examples:",
      "  tenure rotation out n2",
      "  tenure rotation in --url http://10.0.0.2:8081",
      "",
      "Exit codes: 0 done, 69 the node does not answer, 77 not allowed, 1 refused, 2 usage."
    })
final class RotationCommand extends ClientCommand {

  @Parameters(index = "0", paramLabel = "in|out", description = "Where the node is to be.")
  private String where = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NODE",
      description = "The member; the one node of --url if it is left out.")
  private @Nullable String node;

  RotationCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    if (!where.matches("in|out")) {
      throw new CommandException(ExitCode.USAGE, "'" + where + "' is neither in nor out");
    }
    URI url = node == null ? only() : addressOf(node);
    try (Nodes one = options().nodesAt(List.of(url))) {
      SendResult result = one.askOne(0, ApiRequest.repeatable("POST", "/v1/health", where));
      if (result instanceof NoAnswer none) {
        throw new CommandException(ExitCode.UNAVAILABLE, none.reason());
      }
      NodeAnswer answer = NodeAnswer.of((HttpAnswer) result);
      if (!answer.isSuccess()) {
        throw Refusal.of(answer);
      }
    }
    if (json()) {
      print(Json.object().put("url", url.toString()).put("rotation", where));
    } else {
      out().println(url + " is " + where + (where.equals("in") ? " rotation" : " of rotation"));
    }
    return ExitCode.OK;
  }

  private URI only() {
    List<URI> urls = options().urls();
    if (urls.size() > 1) {
      throw new CommandException(
          ExitCode.USAGE, "which node? Name it, or give --url with one address");
    }
    return urls.get(0);
  }

  private URI addressOf(String id) {
    try (Nodes nodes = nodes()) {
      for (JsonNode member : nodes.ask(ApiRequest.get("/v1/cluster")).body().path("members")) {
        if (member.path("id").asText().equals(id)) {
          return URI.create(member.path("http_url").asText());
        }
      }
    }
    throw new CommandException(
        ExitCode.REFUSED, "no member is called '" + id + "'; `tenure members` lists them");
  }
}
