package io.tenure.gateway.resources;

import io.tenure.gateway.Complaints;
import io.tenure.gateway.Freshness;
import io.tenure.gateway.Names;
import io.tenure.gateway.QueryString;
import io.tenure.gateway.QueryString.Parameter;
import io.tenure.gateway.json.Utf8Check;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.StateView;
import io.tenure.service.Consistency;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which of the held resources a list shows.
 *
 * @param after the name behind which the page starts; empty for the first page
 */
record ResourcesQuery(
    String prefix, String after, int limit, Consistency consistency, QueryString written) {

  private static final int DEFAULT_LIMIT = 100;
  private static final int MOST_LIMIT = 1_000;
  private static final String CURSOR = "cursor";

  /** A resource that is held, and how many wait for it. */
  record Held(ClaimView holder, int queueLength) {}

  /**
   * One page of a list.
   *
   * @param following the last name shown, if there are more behind it
   */
  record Page(List<Held> shown, Optional<String> following) {}

  static ResourcesQuery read(QueryString query) {
    Reading reading = new Reading();
    query.parameters().forEach(reading::take);
    reading.complaints.raise();
    return new ResourcesQuery(
        reading.prefix, reading.after, reading.limit, reading.consistency, query);
  }

  /** The query of a single resource, which has nothing but its consistency. */
  static Consistency readForOne(QueryString query) {
    Reading reading = new Reading();
    for (Parameter each : query.parameters()) {
      if (each.name().equals(Freshness.PARAMETER)) {
        reading.take(each);
      } else {
        reading.complaints.add(each.name(), "unknown parameter; expected consistency");
      }
    }
    reading.complaints.raise();
    return reading.consistency;
  }

  Page page(StateView state) {
    List<ClaimView> found = state.holders(prefix, after, limit + 1);
    boolean more = found.size() > limit;
    List<Held> shown = new ArrayList<>();
    for (ClaimView holder : more ? found.subList(0, limit) : found) {
      shown.add(new Held(holder, state.queueLength(holder.claim().resource())));
    }
    return new Page(
        shown, more ? Optional.of(name(shown.get(shown.size() - 1))) : Optional.empty());
  }

  private static String name(Held held) {
    return held.holder().claim().resource().name();
  }

  /** The query of the page behind a name. */
  String following(String last) {
    List<Parameter> parameters = new ArrayList<>();
    for (Parameter each : written.parameters()) {
      if (!each.name().equals(CURSOR)) {
        parameters.add(each);
      }
    }
    byte[] name = last.getBytes(StandardCharsets.UTF_8);
    String cursor = Base64.getUrlEncoder().withoutPadding().encodeToString(name);
    parameters.add(new Parameter(CURSOR, cursor));
    return new QueryString(parameters).encode();
  }

  /** What has been understood so far. */
  private static final class Reading {

    private final Complaints complaints = new Complaints();
    private final Set<String> once = new HashSet<>();
    private Consistency consistency = Consistency.LINEARIZABLE;
    private String prefix = "";
    private String after = "";
    private int limit = DEFAULT_LIMIT;

    void take(Parameter parameter) {
      if (!once.add(parameter.name())) {
        complaints.add(parameter.name(), "is there twice");
        return;
      }
      String value = parameter.value();
      switch (parameter.name()) {
        case "prefix" -> takePrefix(value);
        case "limit" -> takeLimit(value);
        case CURSOR -> takeCursor(value);
        case Freshness.PARAMETER ->
            Freshness.parse(value)
                .ifPresentOrElse(
                    asked -> consistency = asked,
                    () -> complaints.add(Freshness.PARAMETER, "must be local or linearizable"));
        default ->
            complaints.add(
                parameter.name(),
                "unknown parameter; expected prefix, limit, cursor or consistency");
      }
    }

    private void takePrefix(String value) {
      prefix = value;
      if (!value.isEmpty()) {
        complaints.addIfFlawed("prefix", Names.flaw(value, Integer.MAX_VALUE));
      }
    }

    private void takeLimit(String value) {
      int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : 0;
      if (number < 1 || number > MOST_LIMIT) {
        complaints.add("limit", "must be an integer from 1 to " + MOST_LIMIT);
      }
      limit = number;
    }

    private void takeCursor(String value) {
      try {
        byte[] name = Base64.getUrlDecoder().decode(value);
        if (name.length > 0 && Utf8Check.isValid(name)) {
          after = new String(name, StandardCharsets.UTF_8);
          return;
        }
      } catch (IllegalArgumentException notOurs) {
        after = "";
      }
      complaints.add(CURSOR, "must be taken from the Link of an earlier page");
    }
  }
}
