package io.tenure.client.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.cli.exit.ExitCode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what happens, as it happens. */
@Command(
    name = "watch",
    description = "Shows every grant and every end as it happens, until Ctrl-C.",
    footer = {
      "",
      "It goes on at another node when one dies, and misses nothing that the nodes still remember;",
      "a line `gap` says if it did.",
      "",
      "Examples:",
      "  tenure watch",
      "  tenure watch db-master --include filed,renewed",
      "  tenure watch --prefix leases/ --json | jq --unbuffered .resource",
      "  tenure watch db-master --limit 1           wait for the next change"
    })
final class WatchCommand extends ClientCommand {

  @Parameters(arity = "0..*", paramLabel = "NAME", description = "Only these resources.")
  private List<String> resources = List.of();

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      description = "Only resources whose names begin so; may be repeated.")
  private List<String> prefixes = List.of();

  @Option(
      names = "--include",
      paramLabel = "filed,renewed",
      split = ",",
      description = "Further events: claims that are filed, renewals.")
  private List<String> include = List.of();

  @Option(
      names = "--since",
      paramLabel = "ID",
      description = "Begin after the event with this id (of --json).")
  private @Nullable String since;

  @Option(names = "--limit", paramLabel = "N", description = "End after so many events.")
  private long limit = Long.MAX_VALUE;

  WatchCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  public Integer call() {
    EventLines stream = new EventLines(connection().nodes(), path(), connection().patience());
    if (!json()) {
      out().println(terminal().bold(row("TIME", "EVENT", "CLAIM", "TOKEN", "RESOURCE")));
    }
    long shown = 0;
    Optional<String> last = Optional.ofNullable(since);
    stream.resumeAfter(last);
    while (shown < limit) {
      EventLines.Event event = stream.next();
      shown += show(event) ? 1 : 0;
      out().flush();
    }
    stream.close();
    return ExitCode.OK;
  }

  /** Says whether it was one that counts. */
  private boolean show(EventLines.Event event) {
    boolean counts = event.data().has("claim");
    if (json()) {
      ObjectNode line = Nodes.JSON.createObjectNode();
      event.id().ifPresent(id -> line.put("id", id));
      line.put("event", event.name());
      if (event.data() instanceof ObjectNode data) {
        line.setAll(data);
      }
      out().println(line);
    } else if (counts) {
      JsonNode data = event.data();
      String ended = event.name().equals("ended") ? data.path("status").asText() : event.name();
      out()
          .println(
              row(
                  ClaimText.time(data.path("time").asText()),
                  ended,
                  ClaimText.value(data, "claim"),
                  ClaimText.value(data, "fencing_token"),
                  Terminal.printable(data.path("resource").asText())));
    } else if (!event.name().equals("hello")) {
      err().println("tenure: " + event.name() + ": " + Terminal.printable(event.data().toString()));
    }
    return counts;
  }

  private String row(String time, String event, String claim, String token, String resource) {
    String start = String.format("%-20s  ", time);
    String middle = String.format("%9s  %9s  ", claim, token);
    int used = start.length() + 11 + middle.length();
    int room = Math.max(1, terminal().columns().orElse(Integer.MAX_VALUE) - used);
    String padded = String.format("%-9s", event);
    return start + terminal().status(padded, event) + "  " + middle + Table.cut(resource, room);
  }

  private String path() {
    StringBuilder path = new StringBuilder("/v1/events");
    char next = '?';
    for (String name : resources) {
      path.append(next).append("resource=").append(Uri.query(name));
      next = '&';
    }
    for (String prefix : prefixes) {
      path.append(next).append("prefix=").append(Uri.query(prefix));
      next = '&';
    }
    if (!include.isEmpty()) {
      path.append(next).append("include=").append(Uri.query(String.join(",", include)));
    }
    return path.toString();
  }
}
