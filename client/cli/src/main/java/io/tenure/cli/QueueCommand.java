package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tenure.cli.exit.ExitCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows who waits for a resource. */
@Command(
    name = "queue",
    description = "Shows who holds a resource and who waits for it, in order, and since when.",
    footer = {
      "",
      "Position 0 is the holder, 1 the next in line.",
      "",
      "Examples:",
      "  tenure queue db-master",
      "  tenure queue leases/db//master --json"
    })
final class QueueCommand extends ClientCommand {

  @Parameters(paramLabel = "NAME", description = "The resource.")
  private String name = "";

  @Option(names = "--limit", paramLabel = "N", description = "Show at most N; 100 by default.")
  private int limit = 100;

  QueueCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    List<JsonNode> line = new ArrayList<>();
    String path =
        "/v1/claims/?status=active&status=waiting&limit=1000&resource=" + UriText.query(name);
    try (Nodes nodes = nodes()) {
      Pages pages = new Pages(nodes, path);
      Optional<JsonNode> page = pages.next();
      while (page.isPresent()) {
        page.get().forEach(line::add);
        page = line.size() < limit ? pages.next() : Optional.empty();
      }
    }
    line.sort(Comparator.comparingLong(claim -> claim.path("queue_position").asLong()));
    show(line.subList(0, Math.min(Math.max(limit, 0), line.size())));
    return ExitCode.OK;
  }

  private void show(List<JsonNode> line) {
    if (json()) {
      ArrayNode array = Nodes.JSON.createArrayNode();
      line.forEach(array::add);
      print(array);
      return;
    }
    Table table = new Table("POSITION", "CLAIM", "STATUS", "SINCE", "WAITED", "WHO");
    for (JsonNode claim : line) {
      table.add(
          ClaimText.value(claim, "queue_position"),
          ClaimText.value(claim, "id"),
          ClaimText.value(claim, "status"),
          ClaimText.time(ClaimText.value(claim, "created")),
          ClaimText.duration(claim, "waiting_duration"),
          ClaimText.who(claim));
    }
    if (table.isEmpty()) {
      err().println("tenure: " + Terminal.printable(name) + " is free, and nobody waits");
    } else {
      table.print(out(), terminal());
    }
  }
}
