package io.tenure.gateway.claims;

import io.tenure.gateway.Complaints;
import io.tenure.gateway.Freshness;
import io.tenure.gateway.Names;
import io.tenure.gateway.QueryString;
import io.tenure.gateway.QueryString.Parameter;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimListing.Window;
import io.tenure.kernel.ClaimStatus;
import io.tenure.service.Consistency;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** What a GET asks for behind the question mark. */
record ClaimsQuery(
    ClaimFilter filter, Window window, Consistency consistency, QueryString written) {

  static final int DEFAULT_LIMIT = 100;
  static final int MOST_LIMIT = 1_000;
  static final int MOST_OFFSET = 1_000_000_000;

  private static final int CURSOR_RADIX = 36;
  private static final int LONGEST_CURSOR = 11;
  private static final Set<String> PLACE = Set.of("offset", "cursor");

  static ClaimsQuery read(QueryString query) {
    Reading reading = new Reading();
    query.parameters().forEach(reading::take);
    return reading.finish(query);
  }

  /** The query of a single claim, which has nothing but its consistency. */
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

  /** The query of the page that follows, if this one ended before the claim of that id. */
  String following(ClaimId after) {
    List<Parameter> parameters = new ArrayList<>();
    for (Parameter each : written.parameters()) {
      if (!PLACE.contains(each.name())) {
        parameters.add(each);
      }
    }
    parameters.add(new Parameter("cursor", Long.toString(after.value(), CURSOR_RADIX)));
    return new QueryString(parameters).encode();
  }

  /** What has been understood so far. */
  private static final class Reading {

    private final Complaints complaints = new Complaints();
    private final Set<String> once = new HashSet<>();
    private final SortedSet<String> resources = new TreeSet<>();
    private final EnumSet<ClaimStatus> statuses = EnumSet.noneOf(ClaimStatus.class);
    private final Bounds ttl = new Bounds();
    private final Bounds active = new Bounds();
    private final Bounds waiting = new Bounds();
    private final Bounds created = new Bounds();
    private Consistency consistency = Consistency.LINEARIZABLE;
    private int limit = DEFAULT_LIMIT;
    private int offset;
    private ClaimId after = ClaimId.NONE;

    void take(Parameter parameter) {
      switch (parameter.name()) {
        case "resource" -> takeResource(parameter.value());
        case "status" -> takeStatus(parameter.value());
        default -> {
          if (once.add(parameter.name())) {
            takeSingle(parameter);
          } else {
            complaints.add(parameter.name(), "is there twice");
          }
        }
      }
    }

    private void takeSingle(Parameter parameter) {
      switch (parameter.name()) {
        case "limit" -> limit = number(parameter, 1, MOST_LIMIT);
        case "offset" -> offset = number(parameter, 0, MOST_OFFSET);
        case "cursor" -> takeCursor(parameter.value());
        case Freshness.PARAMETER -> takeConsistency(parameter.value());
        default -> takeBound(parameter);
      }
    }

    private void takeBound(Parameter parameter) {
      switch (parameter.name()) {
        case "minimum_ttl" -> ttl.least(duration(parameter, true));
        case "maximum_ttl" -> ttl.most(duration(parameter, false));
        case "minimum_active_duration" -> active.least(duration(parameter, true));
        case "maximum_active_duration" -> active.most(duration(parameter, false));
        case "minimum_waiting_duration" -> waiting.least(duration(parameter, true));
        case "maximum_waiting_duration" -> waiting.most(duration(parameter, false));
        case "minimum_created" -> created.least(time(parameter, true));
        case "maximum_created" -> created.most(time(parameter, false));
        default -> complaints.add(parameter.name(), "is not a filter");
      }
    }

    private OptionalLong duration(Parameter parameter, boolean roundUp) {
      OptionalLong micros = SecondsText.micros(parameter.value(), roundUp);
      if (micros.isEmpty()) {
        complaints.add(parameter.name(), "must be a number of seconds");
      }
      return micros;
    }

    private OptionalLong time(Parameter parameter, boolean roundUp) {
      OptionalLong micros = SecondsText.wallMicros(parameter.value(), roundUp);
      if (micros.isEmpty()) {
        complaints.add(
            parameter.name(), "must be seconds since 1970 or an RFC 3339 time with its zone");
      }
      return micros;
    }

    private void takeResource(String name) {
      complaints.addIfFlawed("resource", Names.flaw(name, Integer.MAX_VALUE));
      resources.add(name);
    }

    private void takeStatus(String word) {
      Optional<ClaimStatus> status = StatusWord.parse(word);
      status.ifPresentOrElse(
          statuses::add, () -> complaints.add("status", "must be one of " + StatusWord.ALL));
    }

    private void takeConsistency(String word) {
      Freshness.parse(word)
          .ifPresentOrElse(
              asked -> consistency = asked,
              () -> complaints.add(Freshness.PARAMETER, "must be local or linearizable"));
    }

    private void takeCursor(String cursor) {
      if (cursor.length() <= LONGEST_CURSOR && cursor.matches("[0-9a-z]+")) {
        after = new ClaimId(Long.parseLong(cursor, CURSOR_RADIX));
      } else {
        complaints.add("cursor", "must be taken from the Link of an earlier page");
      }
    }

    private int number(Parameter parameter, int least, int most) {
      String value = parameter.value();
      long number = value.matches("[0-9]{1,10}") ? Long.parseLong(value) : -1;
      if (number < least || number > most) {
        complaints.add(parameter.name(), "must be an integer from " + least + " to " + most);
        return least;
      }
      return (int) number;
    }

    ClaimsQuery finish(QueryString written) {
      if (once.containsAll(PLACE)) {
        complaints.add("offset", "excludes cursor");
        complaints.add("cursor", "excludes offset");
      }
      complaints.raise();
      ClaimFilter filter =
          new ClaimFilter(
              resources, statuses, ttl.range(), active.range(), waiting.range(), created.range());
      return new ClaimsQuery(filter, new Window(after, offset, limit), consistency, written);
    }
  }
}
