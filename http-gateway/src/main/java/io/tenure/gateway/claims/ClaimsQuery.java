package io.tenure.gateway.claims;

import io.tenure.gateway.Freshness;
import io.tenure.gateway.Names;
import io.tenure.gateway.QueryParameter;
import io.tenure.gateway.QueryString;
import io.tenure.gateway.QueryString.Parameter;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimFilter.Range;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimListing.Window;
import io.tenure.kernel.ClaimStatus;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Which claims a list shows, of a query whose parameters are known and sound. */
record ClaimsQuery(ClaimFilter filter, Window window, QueryString written) {

  private static final int DEFAULT_LIMIT = 100;
  private static final int MOST_LIMIT = 1_000;
  private static final int MOST_OFFSET = 1_000_000_000;
  private static final int CURSOR_RADIX = 36;
  private static final Pattern CURSOR = Pattern.compile("[0-9a-z]{1,11}");
  private static final Set<String> PLACE = Set.of("offset", "cursor");

  static final QueryParameter[] PARAMETERS = {
    QueryParameter.text(
            "resource",
            "exactly this resource, or one of these",
            name -> Names.flaw(name, Integer.MAX_VALUE))
        .repeated(),
    QueryParameter.word("status", "this status, or one of these", StatusWord.ALL).repeated(),
    duration("minimum_ttl", "seconds; matches active claims only"),
    duration("maximum_ttl", "seconds; matches active claims only"),
    duration("minimum_active_duration", "seconds; matches claims that are or were active"),
    duration("maximum_active_duration", "seconds; matches claims that are or were active"),
    duration("minimum_waiting_duration", "seconds"),
    duration("maximum_waiting_duration", "seconds"),
    time("minimum_created"),
    time("maximum_created"),
    QueryParameter.integer("limit", "how many at most; 100 if it is left out", 1, MOST_LIMIT),
    QueryParameter.integer("offset", "how many to pass over; excludes cursor", 0, MOST_OFFSET)
        .excluding("cursor"),
    QueryParameter.text(
            "cursor",
            "from the Link of the page before",
            cursor ->
                CURSOR.matcher(cursor).matches()
                    ? Optional.empty()
                    : Optional.of("must be taken from the Link of an earlier page"))
        .excluding("offset"),
    Freshness.CONSISTENCY
  };

  private static QueryParameter duration(String name, String description) {
    return QueryParameter.text(
            name,
            description,
            value ->
                SecondsText.micros(value, true).isPresent()
                    ? Optional.empty()
                    : Optional.of("must be a number of seconds"))
        .withSchema("{\"type\":\"number\"}");
  }

  private static QueryParameter time(String name) {
    return QueryParameter.text(
        name,
        "seconds since 1970, or RFC 3339 with a zone",
        value ->
            SecondsText.wallMicros(value, true).isPresent()
                ? Optional.empty()
                : Optional.of("must be seconds since 1970 or an RFC 3339 time with its zone"));
  }

  static ClaimsQuery read(QueryString query) {
    EnumSet<ClaimStatus> statuses = EnumSet.noneOf(ClaimStatus.class);
    query.all("status").forEach(word -> StatusWord.parse(word).ifPresent(statuses::add));
    ClaimFilter filter =
        new ClaimFilter(
            new TreeSet<>(query.all("resource")),
            statuses,
            range(query, "ttl", SecondsText::micros),
            range(query, "active_duration", SecondsText::micros),
            range(query, "waiting_duration", SecondsText::micros),
            range(query, "created", SecondsText::wallMicros));
    ClaimId after =
        query
            .first("cursor")
            .map(cursor -> new ClaimId(Long.parseLong(cursor, CURSOR_RADIX)))
            .orElse(ClaimId.NONE);
    int offset = query.first("offset").map(Integer::parseInt).orElse(0);
    int limit = query.first("limit").map(Integer::parseInt).orElse(DEFAULT_LIMIT);
    return new ClaimsQuery(filter, new Window(after, offset, limit), query);
  }

  /** Reads a number of seconds or a time as microseconds, rounded up or down. */
  private interface Rounding {
    OptionalLong micros(String text, boolean roundUp);
  }

  private static Range range(QueryString query, String what, Rounding reader) {
    long least =
        query
            .first("minimum_" + what)
            .map(text -> reader.micros(text, true))
            .orElse(OptionalLong.empty())
            .orElse(Range.ANY.least());
    long most =
        query
            .first("maximum_" + what)
            .map(text -> reader.micros(text, false))
            .orElse(OptionalLong.empty())
            .orElse(Range.ANY.most());
    return new Range(least, most);
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
}
