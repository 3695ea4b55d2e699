package io.tenure.gateway.events;

import io.tenure.gateway.Complaints;
import io.tenure.gateway.Names;
import io.tenure.gateway.QueryParameter;
import io.tenure.gateway.QueryString;
import io.tenure.gateway.RoutedCall;
import io.tenure.gateway.SingleHeader;
import io.tenure.kernel.Event.ClaimChanged.Kind;
import io.tenure.service.EventFeed.Happened;
import io.tenure.service.EventFeed.Place;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which events a client wants.
 *
 * @param resources names of which all events are wanted
 * @param prefixes beginnings of such names; if there is neither, all names are meant
 * @param after the last event that the client has seen; null if it wants those from now on
 */
record EventsQuery(
    Set<String> resources, List<String> prefixes, Set<Kind> kinds, @Nullable Place after) {

  static final String LAST_EVENT_ID = "Last-Event-ID";

  /** More would make every event expensive to look at. */
  private static final int MOST_NAMES = 100;

  private static final Set<Kind> ALWAYS = EnumSet.of(Kind.GRANTED, Kind.ENDED);
  private static final Set<Kind> ON_REQUEST = EnumSet.of(Kind.FILED, Kind.RENEWED);
  private static final String PLACE_FLAW = "must be the id of an event, such as 1234-1";

  static final QueryParameter[] PARAMETERS = {
    QueryParameter.text(
            "resource",
            "the name of a resource of which all events are wanted",
            name -> Names.flaw(name, Integer.MAX_VALUE))
        .repeated(),
    QueryParameter.text(
            "prefix",
            "the beginning of such names",
            prefix -> prefix.isEmpty() ? Optional.empty() : Names.flaw(prefix, Integer.MAX_VALUE))
        .repeated(),
    QueryParameter.text(
            "include",
            "kinds of events that are told on request only: filed, renewed or filed,renewed",
            words ->
                kinds(words).isPresent()
                    ? Optional.empty()
                    : Optional.of("must be filed, renewed or filed,renewed"))
        .repeated(),
    QueryParameter.text(
        "last_event_id",
        "the last event that the client has seen; the header Last-Event-ID goes before it",
        id -> Place.parse(id).isPresent() ? Optional.empty() : Optional.of(PLACE_FLAW))
  };

  static EventsQuery read(RoutedCall call) {
    QueryString query = call.query();
    List<String> resources = query.all("resource");
    List<String> prefixes = query.all("prefix");
    Complaints complaints = new Complaints();
    if (resources.size() + prefixes.size() > MOST_NAMES) {
      complaints.add(
          resources.isEmpty() ? "prefix" : "resource",
          "there may be " + MOST_NAMES + " resources and prefixes in all");
    }
    // A browser that connects again sends the header, and the same URI as before.
    Optional<String> header =
        SingleHeader.of(call.call(), LAST_EVENT_ID).filter(value -> !value.isEmpty());
    Optional<String> last = header.or(() -> query.first("last_event_id"));
    Place after = last.flatMap(Place::parse).orElse(null);
    if (last.isPresent() && after == null) {
      complaints.add(LAST_EVENT_ID, PLACE_FLAW);
    }
    complaints.raise();
    Set<Kind> kinds = EnumSet.copyOf(ALWAYS);
    query.all("include").forEach(words -> kinds(words).ifPresent(kinds::addAll));
    return new EventsQuery(Set.copyOf(resources), prefixes, kinds, after);
  }

  /** The kinds that some words with commas between them name; empty if one of them names none. */
  private static Optional<Set<Kind>> kinds(String words) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    for (String word : words.split(",", -1)) {
      Optional<Kind> kind =
          ON_REQUEST.stream()
              .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(word.strip()))
              .findFirst();
      if (kind.isEmpty()) {
        return Optional.empty();
      }
      kinds.add(kind.get());
    }
    return Optional.of(kinds);
  }

  boolean wants(Happened event) {
    return kinds.contains(event.kind()) && wants(event.claim().resource().name());
  }

  private boolean wants(String name) {
    if (resources.contains(name) || (resources.isEmpty() && prefixes.isEmpty())) {
      return true;
    }
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
