package io.tenure.cli;

import io.tenure.cli.exit.ExitCode;
import io.tenure.client.ClusterEvent;
import io.tenure.client.EventSubscription;
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
      completionCandidates = EventKinds.class,
      description = "Show these events, too.")
  private List<String> include = List.of();

  @Option(
      names = "--since",
      paramLabel = "ID",
      description = "Begin after the event with this id (of --json).")
  private @Nullable String since;

  @Option(names = "--limit", paramLabel = "N", description = "End after so many events.")
  private long limit = Long.MAX_VALUE;

  WatchCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() throws InterruptedException {
    EventPrinter printer = new EventPrinter(this);
    printer.heading();
    try (EventQueue events = new EventQueue(options(), subscription())) {
      for (long shown = 0; shown < limit; ) {
        ClusterEvent event = events.next();
        printer.print(event);
        shown += EventPrinter.isOfClaim(event) ? 1 : 0;
      }
    }
    return ExitCode.OK;
  }

  private EventSubscription subscription() {
    return new EventSubscription(resources, prefixes, include, Optional.ofNullable(since));
  }
}
