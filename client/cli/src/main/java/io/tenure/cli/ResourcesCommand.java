package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tenure.cli.exit.ExitCode;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists resources that are held. */
@Command(
    name = "resources",
    description = "Lists the resources that are held, by name: holder, time left, queue.",
    footer = {
      "",
      "Examples:",
      "  tenure resources",
      "  tenure resources leases/ --limit 20",
      "  tenure resources --json | jq -r '.[] | select(.queue_length > 0) | .resource'"
    })
final class ResourcesCommand extends ClientCommand {

  private static final int PAGE = 1000;

  @Parameters(
      arity = "0..1",
      paramLabel = "PREFIX",
      description = "Only resources whose names begin so.")
  private String prefix = "";

  @Option(names = "--limit", paramLabel = "N", description = "Show at most N; 100 by default.")
  private int limit = 100;

  ResourcesCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    int most = Math.max(1, limit);
    ArrayNode resources = Nodes.JSON.createArrayNode();
    boolean more;
    try (Nodes nodes = nodes()) {
      String query = "limit=" + Math.min(most, PAGE) + "&prefix=" + UriText.query(prefix);
      Pages pages = new Pages(nodes, "/v1/resources?" + query);
      for (Optional<JsonNode> page = pages.next(); page.isPresent(); ) {
        page.get().forEach(resources::add);
        page = resources.size() < most ? pages.next() : Optional.empty();
      }
      more = pages.hasMore() || resources.size() > most;
    }
    while (resources.size() > most) {
      resources.remove(resources.size() - 1);
    }
    show(resources, more);
    return ExitCode.OK;
  }

  private void show(ArrayNode resources, boolean more) {
    if (json()) {
      print(resources);
      return;
    }
    Table table = new Table("RESOURCE", "CLAIM", "TOKEN", "TIME LEFT", "WAITING", "WHO");
    for (JsonNode resource : resources) {
      JsonNode holder = resource.path("holder");
      table.add(
          resource.path("resource").asText(),
          ClaimText.value(holder, "claim"),
          ClaimText.value(holder, "fencing_token"),
          ClaimText.duration(holder, "expires_in"),
          ClaimText.value(resource, "queue_length"),
          ClaimText.who(holder));
    }
    if (table.isEmpty()) {
      err().println("tenure: no resource is held" + (prefix.isEmpty() ? "" : " with this prefix"));
    } else {
      table.print(out(), terminal());
    }
    if (more) {
      err().println("tenure: there are more; --limit " + 10L * limit + " shows them");
    }
  }
}
