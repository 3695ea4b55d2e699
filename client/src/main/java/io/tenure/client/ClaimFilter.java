package io.tenure.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Which claims to list; all of the conditions hold for each. */
public final class ClaimFilter {

  public static final ClaimFilter ALL = new ClaimFilter(List.of());

  private final List<String> parameters;

  private ClaimFilter(List<String> parameters) {
    this.parameters = parameters;
  }

  public ClaimFilter withResource(String resource) {
    return with("resource", resource);
  }

  public ClaimFilter withStatus(String status) {
    return with("status", status);
  }

  public ClaimFilter withLimit(int most) {
    return with("limit", Integer.toString(most));
  }

  /** Any parameter of the list of claims, such as {@code minimum_ttl}; it may be repeated. */
  public ClaimFilter with(String name, String value) {
    List<String> more = new ArrayList<>(parameters);
    more.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
    return new ClaimFilter(List.copyOf(more));
  }

  /** As a query, with the question mark; empty for all. */
  String query() {
    return parameters.isEmpty() ? "" : "?" + String.join("&", parameters);
  }
}
