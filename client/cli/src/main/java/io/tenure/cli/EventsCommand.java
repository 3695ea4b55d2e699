package io.tenure.cli;

import io.tenure.cli.exit.ExitCode;
import io.tenure.client.ClusterEvent;
import io.tenure.client.EventSubscription;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what has happened. */
@Command(
    name = "events",
    description = "Shows what has happened, as far as the nodes remember, and ends.",
    footer = {
      "",
      "A line `gap` on standard error says that older events are forgotten. `tenure watch` shows",
      "what happens from now on.",
      "",
      "Examples:",
      "  tenure events --since 1h",
      "  tenure events db-master --since 10m --include filed",
      "  tenure events --prefix leases/ --json | jq -r .resource"
    })
final class EventsCommand extends ClientCommand {

  /** Before the first event that there ever was. */
  private static final String BEGINNING = "0-0";

  /** Nodes tell what they remember in one go. */
  private static final Duration PAUSE = Duration.ofSeconds(2);

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
      paramLabel = "DURATION",
      description = "How far to look back; 1h by default.")
  private Duration since = Duration.ofHours(1);

  EventsCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() throws InterruptedException {
    Instant from = Instant.now().minus(since);
    EventPrinter printer = new EventPrinter(this);
    printer.heading();
    EventSubscription all =
        new EventSubscription(resources, prefixes, include, Optional.of(BEGINNING));
    try (EventQueue events = new EventQueue(options(), all)) {
      Optional<ClusterEvent> event = Optional.of(events.next());
      String last = event.get().data().path("id").asText();
      while (event.isPresent() || !events.isConnected()) {
        event.filter(each -> isShown(each, from)).ifPresent(printer::print);
        if (event.filter(each -> each.id().equals(last)).isPresent() && isNews(event.get())) {
          break;
        }
        event = events.next(PAUSE);
      }
    }
    return ExitCode.OK;
  }

  private static boolean isNews(ClusterEvent event) {
    return !event.name().equals("hello");
  }

  private static boolean isShown(ClusterEvent event, Instant from) {
    if (!EventPrinter.isOfClaim(event)) {
      return isNews(event);
    }
    try {
      return !Instant.parse(event.data().path("time").asText()).isBefore(from);
    } catch (DateTimeParseException unknown) {
      return true;
    }
  }
}
