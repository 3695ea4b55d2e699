package io.tenure.gateway.resources;

import io.tenure.gateway.Freshness;
import io.tenure.gateway.Names;
import io.tenure.gateway.QueryParameter;
import io.tenure.gateway.QueryString;
import io.tenure.gateway.QueryString.Parameter;
import io.tenure.gateway.json.Utf8Check;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.StateView;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Which of the held resources a list shows, of a query whose parameters are known and sound.
 *
 * @param after the name behind which the page starts; empty for the first page
 */
record ResourcesQuery(String prefix, String after, int limit, QueryString written) {

  private static final int DEFAULT_LIMIT = 100;
  private static final int MOST_LIMIT = 1_000;
  private static final String CURSOR = "cursor";

  static final QueryParameter[] PARAMETERS = {
    QueryParameter.text(
        "prefix",
        "the beginning of the names that are wanted",
        prefix -> prefix.isEmpty() ? Optional.empty() : Names.flaw(prefix, Integer.MAX_VALUE)),
    QueryParameter.integer("limit", "how many at most; 100 if it is left out", 1, MOST_LIMIT),
    QueryParameter.text(
        CURSOR,
        "from the Link of the page before",
        cursor ->
            name(cursor).isPresent()
                ? Optional.empty()
                : Optional.of("must be taken from the Link of an earlier page")),
    Freshness.CONSISTENCY
  };

  /** A resource that is held, and how many wait for it. */
  record Held(ClaimView holder, int queueLength) {}

  /**
   * One page of a list.
   *
   * @param following the last name shown, if there are more behind it
   */
  record Page(List<Held> shown, Optional<String> following) {}

  static ResourcesQuery read(QueryString query) {
    return new ResourcesQuery(
        query.first("prefix").orElse(""),
        query.first(CURSOR).flatMap(ResourcesQuery::name).orElse(""),
        query.first("limit").map(Integer::parseInt).orElse(DEFAULT_LIMIT),
        query);
  }

  /** The name behind which a cursor goes on; empty if it is none of ours. */
  private static Optional<String> name(String cursor) {
    try {
      byte[] name = Base64.getUrlDecoder().decode(cursor);
      return name.length > 0 && Utf8Check.isValid(name)
          ? Optional.of(new String(name, StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
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
}
