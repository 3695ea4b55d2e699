package io.tenure.gateway.events;

import io.tenure.gateway.Call;
import io.tenure.gateway.Complaints;
import io.tenure.gateway.Names;
import io.tenure.gateway.QueryString;
import io.tenure.gateway.QueryString.Parameter;
import io.tenure.gateway.SingleHeader;
import io.tenure.kernel.Event.ClaimChanged.Kind;
import io.tenure.service.EventFeed.Happened;
import io.tenure.service.EventFeed.Place;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
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
  private static final String PARAMETER = "last_event_id";

  static EventsQuery read(Call call) {
    Reading reading = new Reading();
    QueryString.of(call).parameters().forEach(reading::take);
    // A browser that connects again sends the header, and the same URI as before.
    SingleHeader.of(call, LAST_EVENT_ID)
        .filter(value -> !value.isEmpty())
        .ifPresent(value -> reading.takePlace(LAST_EVENT_ID, value));
    reading.complaints.raise();
    return new EventsQuery(reading.resources, reading.prefixes, reading.kinds, reading.after);
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

  /** What has been understood so far. */
  private static final class Reading {

    private final Complaints complaints = new Complaints();
    private final Set<String> resources = new HashSet<>();
    private final List<String> prefixes = new ArrayList<>();
    private final Set<Kind> kinds = EnumSet.copyOf(ALWAYS);
    private @Nullable Place after;
    private int names;

    void take(Parameter parameter) {
      String value = parameter.value();
      switch (parameter.name()) {
        case "resource" -> {
          complaints.addIfFlawed("resource", Names.flaw(value, Integer.MAX_VALUE));
          resources.add(value);
          count("resource");
        }
        case "prefix" -> {
          if (!value.isEmpty()) {
            complaints.addIfFlawed("prefix", Names.flaw(value, Integer.MAX_VALUE));
          }
          prefixes.add(value);
          count("prefix");
        }
        case "include" -> takeKinds(value);
        case PARAMETER -> takePlace(PARAMETER, value);
        default ->
            complaints.add(
                parameter.name(),
                "unknown parameter; expected resource, prefix, include or last_event_id");
      }
    }

    private void count(String parameter) {
      names++;
      if (names == MOST_NAMES + 1) {
        complaints.add(parameter, "there may be " + MOST_NAMES + " resources and prefixes in all");
      }
    }

    private void takeKinds(String words) {
      for (String word : words.split(",", -1)) {
        Optional<Kind> kind =
            ON_REQUEST.stream()
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(word.strip()))
                .findFirst();
        kind.ifPresentOrElse(
            kinds::add, () -> complaints.add("include", "must be filed, renewed or filed,renewed"));
      }
    }

    private void takePlace(String name, String value) {
      Optional<Place> place = Place.parse(value);
      if (place.isEmpty()) {
        complaints.add(name, "must be the id of an event, such as 1234-1");
      }
      after = place.orElse(null);
    }
  }
}
