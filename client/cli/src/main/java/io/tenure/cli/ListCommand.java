package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import java.time.Duration;
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
    description = "Lists the claims that hold or wait, the newest first; others by filters.",
    footer = {
      "",
      "Bounds are inclusive, and all filters must match. The cluster finds the oldest first, so"
          + " any",
      "other order, and --prefix, read all claims that match before the first is shown.",
      "",
      "Examples:",
      "  tenure list",
      "  tenure list --prefix db- -o wide",
      "  tenure list --resource db-master --resource db-replica --status active,waiting",
      "  tenure list --status active --maximum-ttl 5s --sort ttl      about to end",
      "  tenure list --status waiting --minimum-waiting-duration 1m",
      "  tenure list --all --minimum-created 2026-11-16T00:00:00Z --limit 5000 --json",
      "  tenure release $(tenure list --prefix test/ -o name)"
    })
final class ListCommand extends ClientCommand {

  private static final int PAGE = 1000;
  private static final List<String> LIVE = List.of("active", "waiting");

  @Option(
      names = "--resource",
      paramLabel = "NAME",
      description = "Claims of this resource; may be repeated.")
  private List<String> resources = List.of();

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      description = "Claims of resources whose names begin so.")
  private String prefix = "";

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      split = ",",
      completionCandidates = ClaimStatuses.class,
      description =
          "waiting, active, released, expired, aborted, revoked, withdrawn; several if separated by"
              + " commas. active and waiting by default.")
  private List<String> statuses = List.of();

  @Option(names = "--all", description = "Claims that have ended, too.")
  private boolean all;

  @Option(
      names = "--minimum-ttl",
      paramLabel = "DURATION",
      description = "Active, with at least this much left.")
  private @Nullable Duration minimumTtl;

  @Option(
      names = "--maximum-ttl",
      paramLabel = "DURATION",
      description = "Active, with at most this much left.")
  private @Nullable Duration maximumTtl;

  @Option(
      names = "--minimum-active-duration",
      paramLabel = "DURATION",
      description = "Active for at least this long.")
  private @Nullable Duration minimumActive;

  @Option(
      names = "--maximum-active-duration",
      paramLabel = "DURATION",
      description = "Active for at most this long.")
  private @Nullable Duration maximumActive;

  @Option(
      names = "--minimum-waiting-duration",
      paramLabel = "DURATION",
      description = "Waited at least this long.")
  private @Nullable Duration minimumWaiting;

  @Option(
      names = "--maximum-waiting-duration",
      paramLabel = "DURATION",
      description = "Waited at most this long.")
  private @Nullable Duration maximumWaiting;

  @Option(
      names = "--minimum-created",
      paramLabel = "TIME",
      description = "Filed then or later: RFC 3339, or seconds since 1970.")
  private @Nullable String minimumCreated;

  @Option(names = "--maximum-created", paramLabel = "TIME", description = "Filed then or before.")
  private @Nullable String maximumCreated;

  @Option(
      names = "--sort",
      paramLabel = "ORDER",
      description = "${COMPLETION-CANDIDATES}; newest by default. ttl: those that end soonest.")
  private ListOrder order = ListOrder.newest;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      description = "${COMPLETION-CANDIDATES}; name: the numbers of the claims alone.")
  private ListForm form = ListForm.table;

  @Option(names = "--limit", paramLabel = "N", description = "Show at most N; 100 by default.")
  private int limit = 100;

  @Option(
      names = "--local",
      description = "Show what the node that answers knows, without asking the others.")
  private boolean local;

  ListCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    if (limit < 1) {
      throw new CommandException(ExitCode.USAGE, "--limit: must be at least 1");
    }
    try (Nodes nodes = nodes()) {
      ShownClaims claims = new ShownClaims(order, prefix, limit);
      Pages pages = new Pages(nodes, path());
      for (Optional<JsonNode> page = pages.next(); page.isPresent(); page = pages.next()) {
        page.get().forEach(claims::add);
        if (claims.isComplete()) {
          break;
        }
      }
      show(claims, claims.hasMore() || pages.hasMore());
    }
    return ExitCode.OK;
  }

  private void show(ShownClaims claims, boolean more) {
    ListForm chosen = json() ? ListForm.json : form;
    chosen.print(claims.inOrder(), this);
    if (claims.inOrder().isEmpty() && !chosen.isJson()) {
      err().println("tenure: no claim matches" + (all ? "" : "; --all shows ended ones too"));
    } else if (more && !chosen.isJson()) {
      err().println("tenure: there are more; --limit " + 10L * limit + " shows them");
    }
  }

  private String path() {
    Map<String, Optional<String>> filters = new LinkedHashMap<>();
    filters.put("minimum_ttl", seconds(minimumTtl));
    filters.put("maximum_ttl", seconds(maximumTtl));
    filters.put("minimum_active_duration", seconds(minimumActive));
    filters.put("maximum_active_duration", seconds(maximumActive));
    filters.put("minimum_waiting_duration", seconds(minimumWaiting));
    filters.put("maximum_waiting_duration", seconds(maximumWaiting));
    filters.put("minimum_created", Optional.ofNullable(minimumCreated));
    filters.put("maximum_created", Optional.ofNullable(maximumCreated));
    filters.put("consistency", local ? Optional.of("local") : Optional.empty());
    boolean first = order == ListOrder.oldest && prefix.isEmpty();
    StringBuilder path =
        new StringBuilder("/v1/claims/?limit=" + (first ? Math.min(limit, PAGE) : PAGE));
    List<String> wanted = statuses.isEmpty() && !all ? LIVE : statuses;
    resources.forEach(name -> path.append("&resource=").append(UriText.query(name)));
    wanted.forEach(status -> path.append("&status=").append(UriText.query(status)));
    filters.forEach(
        (name, value) ->
            value.ifPresent(
                text -> path.append('&').append(name).append('=').append(UriText.query(text))));
    return path.toString();
  }

  private static Optional<String> seconds(@Nullable Duration duration) {
    return Optional.ofNullable(duration).map(given -> "" + DurationText.seconds(given));
  }
}
