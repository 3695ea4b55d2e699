package io.tenure.client.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tenure.client.cli.exit.CommandException;
import io.tenure.client.cli.exit.ExitCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists claims. */
@Command(
    name = "list",
    description = "Lists claims, live and ended, by their number.",
    footer = {
      "",
      "Bounds are inclusive, and all filters must match.",
      "",
      "Examples:",
      "  tenure list --status active",
      "  tenure list --resource db-master --resource db-replica --status active,waiting",
      "  tenure list --status active --maximum-ttl 5      about to end",
      "  tenure list --status waiting --minimum-waiting-duration 60",
      "  tenure list --minimum-created 2026-11-16T00:00:00Z --limit 5000 --json"
    })
final class ListCommand extends ClientCommand {

  private static final int PAGE = 1000;

  @Option(
      names = "--resource",
      paramLabel = "NAME",
      description = "Claims of this resource; may be repeated.")
  private List<String> resources = List.of();

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      split = ",",
      description =
          "waiting, active, released, expired, aborted, revoked, withdrawn; several if separated by"
              + " commas.")
  private List<String> statuses = List.of();

  @Option(names = "--minimum-ttl", paramLabel = "SECONDS", description = "Active, this long still.")
  private @Nullable String minimumTtl;

  @Option(names = "--maximum-ttl", paramLabel = "SECONDS", description = "Active, not longer.")
  private @Nullable String maximumTtl;

  @Option(
      names = "--minimum-active-duration",
      paramLabel = "SECONDS",
      description = "Active at least this long.")
  private @Nullable String minimumActive;

  @Option(
      names = "--maximum-active-duration",
      paramLabel = "SECONDS",
      description = "Active at most this long.")
  private @Nullable String maximumActive;

  @Option(
      names = "--minimum-waiting-duration",
      paramLabel = "SECONDS",
      description = "Waited at least this long.")
  private @Nullable String minimumWaiting;

  @Option(
      names = "--maximum-waiting-duration",
      paramLabel = "SECONDS",
      description = "Waited at most this long.")
  private @Nullable String maximumWaiting;

  @Option(
      names = "--minimum-created",
      paramLabel = "TIME",
      description = "Filed then or later: RFC 3339, or seconds since 1970.")
  private @Nullable String minimumCreated;

  @Option(names = "--maximum-created", paramLabel = "TIME", description = "Filed then or before.")
  private @Nullable String maximumCreated;

  @Option(names = "--limit", paramLabel = "N", description = "At most so many; 100 by default.")
  private int limit = 100;

  @Option(
      names = "--local",
      description = "What the node that answers knows, without asking the others.")
  private boolean local;

  ListCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  public Integer call() {
    if (limit < 1) {
      throw new CommandException(ExitCode.USAGE, "--limit: must be at least 1");
    }
    ArrayNode claims = Nodes.JSON.createArrayNode();
    Pages pages = new Pages(connection().nodes(), path());
    Optional<JsonNode> page = pages.next();
    while (page.isPresent() && claims.size() < limit) {
      for (JsonNode claim : page.get()) {
        if (claims.size() < limit) {
          claims.add(claim);
        }
      }
      page = claims.size() < limit ? pages.next() : Optional.empty();
    }
    show(claims, pages.hasMore());
    return ExitCode.OK;
  }

  private void show(ArrayNode claims, boolean more) {
    if (json()) {
      print(claims);
      return;
    }
    Table table = ClaimText.table();
    claims.forEach(claim -> ClaimText.add(claim, table));
    if (table.isEmpty()) {
      err().println("tenure: no claim matches");
    } else {
      table.print(out(), terminal());
    }
    if (more) {
      err().println("tenure: there are more; --limit " + 10L * limit + " shows them");
    }
  }

  private String path() {
    Map<String, @Nullable String> filters = new LinkedHashMap<>();
    filters.put("minimum_ttl", minimumTtl);
    filters.put("maximum_ttl", maximumTtl);
    filters.put("minimum_active_duration", minimumActive);
    filters.put("maximum_active_duration", maximumActive);
    filters.put("minimum_waiting_duration", minimumWaiting);
    filters.put("maximum_waiting_duration", maximumWaiting);
    filters.put("minimum_created", minimumCreated);
    filters.put("maximum_created", maximumCreated);
    filters.put("consistency", local ? "local" : null);
    StringBuilder path = new StringBuilder("/v1/claims/?limit=" + Math.min(limit, PAGE));
    resources.forEach(name -> path.append("&resource=").append(Uri.query(name)));
    statuses.forEach(status -> path.append("&status=").append(Uri.query(status)));
    filters.forEach(
        (name, value) -> {
          if (value != null) {
            path.append('&').append(name).append('=').append(Uri.query(value));
          }
        });
    return path.toString();
  }
}
